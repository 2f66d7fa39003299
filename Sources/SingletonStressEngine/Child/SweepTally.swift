import SingletonCore
import SingletonStrategyKit

/// A tally of the outcomes of a sweep, taken after all threads have finished it.
struct SweepTally {
  let cells: CellArray
  let shape: WorkloadShape
  private let shared: SharedMemory
  /// For each row of results, the group whose members must be one instance.
  private let groups: [Int]
  /// The same groups, for the rows of a cell's interfering thread.
  private let interferingGroups: [Int]
  private let rowCount: Int
  // Copied because, in the loops below, reading a constant of another module is a function call.
  private let serialBits = ResultWord.serialBits
  private let madeShift = ResultWord.madeShift
  private let tracksLives: Bool
  /// A mask for the number of instances made: all bits set if a plain trial makes exactly one, or 0 if lifetimes are
  /// counted one by one.
  private let madeMatters: UInt32

  init(cells: CellArray, shape: WorkloadShape, shared: SharedMemory) {
    self.cells = cells
    self.shape = shape
    self.shared = shared
    tracksLives = shape.tracksLives
    madeMatters = shape.tracksLives ? 0 : .max
    let rowCount = cells.callers * shape.accessesPerThread
    func groups(isInterfering: Bool) -> [Int] {
      (0..<rowCount).map { row in
        let thread = row / shape.accessesPerThread
        return shape.group(
          ofAccess: row % shape.accessesPerThread,
          by: Scenario.ThreadKind(isOdd: thread % 2 == 1, isInterfering: isInterfering))
      }
    }
    self.rowCount = rowCount
    self.groups = groups(isInterfering: false)
    interferingGroups = groups(isInterfering: true)
  }

  /// Counts the outcomes of a range of cells.
  ///
  /// - Parameter checksRecords: Whether any thread observed a violation in this sweep, so that the trial records must
  ///   be read.
  func count(_ range: Range<Int>, for caller: NativeCaller, checksRecords: Bool) {
    // Before the numbers of instances, of which there are never more than trials.
    caller.count(.trials, UInt64(range.count))
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2 * Self.chunk + 2 * rowCount + 1) { scratch in
      let differences = scratch.baseAddress!
      let made = differences + Self.chunk
      let seen = made + Self.chunk
      // For each number of instances, the trials that had so many and were not plain.
      let trials = seen + rowCount
      trials.update(repeating: 0, count: rowCount + 1)
      var plain = 0
      var start = range.lowerBound
      while start < range.upperBound {
        let chunk = start..<min(start + Self.chunk, range.upperBound)
        fold(chunk, differences, made)
        if !checksRecords && areAllPlain(chunk, differences, made) {
          plain &+= chunk.count
        } else {
          for (place, cell) in chunk.enumerated() {
            if !checksRecords && isPlain(cell, differences[place], made[place]) {
              plain &+= 1
            } else {
              trials[countClosely(cell, made: made[place], seen, caller)] &+= 1
            }
          }
        }
        start = chunk.upperBound
      }
      countPlain(UInt64(plain), caller)
      for instances in 0...rowCount where trials[instances] > 0 {
        shared.count(trials: UInt64(trials[instances]), instances: instances)
      }
    }
    if shape.hasOptionalAccesses { clearResults(range) }
  }

  /// The number of cells examined together, row by row, so that memory is read sequentially and the compiler can
  /// vectorize.
  private static let chunk = 256

  /// Computes for each cell of the chunk the bits in which any result differs from the first row's, and the number of
  /// instances made, which is in the two bits above the serial of each result.
  private func fold(
    _ chunk: Range<Int>, _ differences: UnsafeMutablePointer<UInt32>, _ made: UnsafeMutablePointer<UInt32>
  ) {
    let (serialBits, madeShift) = (serialBits, madeShift)
    let first = cells.results + chunk.lowerBound
    let count = chunk.count
    for place in 0..<count {
      differences[place] = 0
      made[place] = first[place] &>> madeShift
    }
    for row in 1..<max(rowCount, 1) {
      let results = first + row &* cells.capacity
      for place in 0..<count {
        differences[place] |= (results[place] ^ first[place]) & serialBits
        made[place] &+= results[place] &>> madeShift
      }
    }
  }

  /// Returns 0 if a cell is plain: all accesses got the same instance and, unless `madeMatters` is 0, exactly one was
  /// made. Has no branches and does not use `self`, so that the compiler can vectorize.
  @inline(__always)
  private static func oddness(
    _ serial: UInt32, _ differences: UInt32, _ made: UInt32, madeMatters: UInt32
  ) -> UInt32 {
    differences | ((made ^ 1) & madeMatters) | (serial == 0 ? 1 : 0)
  }

  @inline(__always)
  private func areAllPlain(
    _ chunk: Range<Int>, _ differences: UnsafeMutablePointer<UInt32>, _ made: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    let (serialBits, madeMatters) = (serialBits, madeMatters)
    let first = cells.results + chunk.lowerBound
    var odd: UInt32 = 0
    for place in 0..<chunk.count {
      odd |= Self.oddness(first[place] & serialBits, differences[place], made[place], madeMatters: madeMatters)
    }
    return odd == 0
  }

  @inline(__always)
  private func isPlain(_ cell: Int, _ differences: UInt32, _ made: UInt32) -> Bool {
    Self.oddness(cells.results[cell] & serialBits, differences, made, madeMatters: madeMatters) == 0
  }

  private func countPlain(_ trials: UInt64, _ caller: NativeCaller) {
    guard trials > 0 else { return }
    caller.count(.instances, trials)
    caller.raise(.instancesMax, to: 1)
    guard !tracksLives else { return }
    caller.count(.lifetimes, trials)
    caller.raise(.liveMax, to: 1)
  }

  private func countLifetime(made: UInt32, _ caller: NativeCaller) {
    guard made > 0 else { return }
    caller.count(.lifetimes)
    caller.raise(.liveMax, to: UInt64(made))
  }

  /// Counts a cell that is not plain: one with several instances, with none, or with a violation that an access has
  /// recorded.
  ///
  /// - Returns: The number of its instances.
  @inline(never)
  private func countClosely(
    _ cell: Int, made: UInt32, _ seen: UnsafeMutablePointer<UInt32>, _ caller: NativeCaller
  ) -> Int {
    let instances = distinct(cell, group: nil, seen)
    caller.count(.instances, UInt64(instances))
    caller.raise(.instancesMax, to: UInt64(instances))
    if !tracksLives { countLifetime(made: made, caller) }
    let hasMultipleInstances = hasMultipleInstances(cell, instances: instances, seen)
    if hasMultipleInstances { caller.count(.multiInstanceTrials) }
    if hasMultipleInstances || isNoted(cell) { caller.count(.violatingTrials) }
    return instances
  }

  private func hasMultipleInstances(_ cell: Int, instances: Int, _ seen: UnsafeMutablePointer<UInt32>) -> Bool {
    guard shape.groupCount > 1 else { return shape.forbidsMore && instances > 1 }
    return (0..<shape.groupCount).contains { distinct(cell, group: $0, seen) > 1 }
  }

  /// Returns the number of distinct instances among the cell's results, of one group or, if `group` is `nil`, of all.
  ///
  /// - Parameter seen: Scratch memory for one serial per row.
  private func distinct(_ cell: Int, group: Int?, _ seen: UnsafeMutablePointer<UInt32>) -> Int {
    let interferingThread = WorkloadShape.interferingThread(ofCell: cell, callers: cells.callers)
    let interferingRows =
      interferingThread * shape.accessesPerThread..<(interferingThread + 1) * shape.accessesPerThread
    var count = 0
    for row in 0..<rowCount {
      guard group == nil || group == (interferingRows.contains(row) ? interferingGroups : groups)[row] else { continue }
      let serial = cells.results[row &* cells.capacity &+ cell] & serialBits
      if serial != 0 && !(0..<count).contains(where: { seen[$0] == serial }) {
        seen[count] = serial
        count &+= 1
      }
    }
    return count
  }

  /// Returns whether an access has recorded a violation in this cell.
  private func isNoted(_ cell: Int) -> Bool {
    cells.record(cell).violations.pointee.load(ordering: .relaxed) != 0
  }

  private func clearResults(_ range: Range<Int>) {
    for row in 0..<rowCount {
      (cells.results + row * cells.capacity + range.lowerBound).update(repeating: 0, count: range.count)
    }
  }
}

extension WorkloadShape {
  /// Whether more than one instance in a trial breaks the promise by itself.
  var forbidsMore: Bool {
    if case .oneAlive = promise { false } else { true }
  }
}
