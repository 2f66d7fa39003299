import Core
import StrategyKit

/// Counts what came out of a range of cells, after a sweep in which no thread is left.
struct SweepTally {
  let cells: CellArray
  let shape: WorkloadShape
  /// For each row of results, the group whose members must be one instance; and the same if the row is the interfering thread's.
  private let groups: [Int]
  private let interferingGroups: [Int]
  private let rowCount: Int
  // Here, because a constant of another module is a call in the loops below.
  private let serialBits = ResultWord.serialBits
  private let madeShift = ResultWord.madeShift
  private let tracksLives: Bool
  /// All bits where what an access made is its trial's one instance, none where lives are tracked one by one.
  private let madeMatters: UInt32

  init(cells: CellArray, shape: WorkloadShape) {
    self.cells = cells
    self.shape = shape
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

  /// - Parameter checksRecords: some thread saw a promise broken in this sweep.
  func count(_ range: Range<Int>, for caller: NativeCaller, checksRecords: Bool) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2 * Self.chunk + rowCount) { scratch in
      let differences = scratch.baseAddress!
      let made = differences + Self.chunk
      let seen = made + Self.chunk
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
              countClosely(cell, made: made[place], seen, caller)
            }
          }
        }
        start = chunk.upperBound
      }
      countPlain(UInt64(plain), caller)
    }
    caller.count(.trials, UInt64(range.count))
    if shape.hasOptionalAccesses { clearResults(range) }
  }

  /// Cells looked at in one go, row by row, so that memory is read as it lies and the compiler can use wide registers.
  private static let chunk = 256

  /// For each cell of the chunk: the bits in which any result differs from the first row's, and how many instances were
  /// made, in the two bits above the serial of each result.
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

  /// 0 where there is one instance for everybody, made by one access. Without a branch and without a look at `self`, so
  /// that the compiler can use wide registers for many cells.
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

  /// A cell in which something happened: more than one instance, none, or a broken promise that an access has noted.
  @inline(never)
  private func countClosely(_ cell: Int, made: UInt32, _ seen: UnsafeMutablePointer<UInt32>, _ caller: NativeCaller) {
    let instances = distinct(cell, group: nil, seen)
    caller.count(.instances, UInt64(instances))
    caller.raise(.instancesMax, to: UInt64(instances))
    if !tracksLives { countLifetime(made: made, caller) }
    let hasMultipleInstances = hasMultipleInstances(cell, instances: instances, seen)
    if hasMultipleInstances { caller.count(.multiInstanceTrials) }
    if hasMultipleInstances || isNoted(cell) { caller.count(.violatingTrials) }
  }

  private func hasMultipleInstances(_ cell: Int, instances: Int, _ seen: UnsafeMutablePointer<UInt32>) -> Bool {
    guard shape.groupCount > 1 else { return shape.forbidsMore && instances > 1 }
    return (0..<shape.groupCount).contains { distinct(cell, group: $0, seen) > 1 }
  }

  /// Different serials among the cell's results, of one group or of all. `seen` has room for one of each row.
  private func distinct(_ cell: Int, group: Int?, _ seen: UnsafeMutablePointer<UInt32>) -> Int {
    let interferingThread = WorkloadShape.interferingThread(ofCell: cell, callers: cells.callers)
    let interferingRows = interferingThread * shape.accessesPerThread..<(interferingThread + 1) * shape.accessesPerThread
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

  /// Whether an access has noted a broken promise in this cell.
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
  /// More than one instance in a trial breaks the promise by itself.
  var forbidsMore: Bool {
    if case .oneAlive = promise { false } else { true }
  }
}
