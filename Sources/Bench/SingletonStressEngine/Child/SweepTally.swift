import SingletonCore
import SingletonPlatform
import SingletonStrategyKit

/// A tally of the outcomes of a sweep, taken after all threads have finished it.
struct SweepTally {
  let cells: CellArray
  let plan: TrialPlan
  private let shared: SharedMemory
  /// The group of each row of results. All results in one group must be the same instance.
  private let groups: [Int]
  /// The same groups for the results of a cell's interfering thread.
  private let interferingGroups: [Int]
  private let rowCount: Int
  // A copy, because reading another module's constant would be a function call in the loops below.
  private let serialBits = ResultWord.serialBits
  private let madeShift = ResultWord.madeShift
  private let tracksLives: Bool
  private let hasGroups: Bool
  private let forbidsMore: Bool
  /// A mask for the number of created instances. All bits are set if a plain trial creates exactly one; the mask is 0
  /// if lifetimes are counted one by one.
  private let madeMatters: UInt32

  init(cells: CellArray, plan: TrialPlan, shared: SharedMemory) {
    self.cells = cells
    self.plan = plan
    self.shared = shared
    tracksLives = plan.tracksLives
    hasGroups = plan.groupCount > 1
    forbidsMore = plan.forbidsMore
    madeMatters = plan.tracksLives ? 0 : .max
    let rowCount = cells.callers * plan.accessesPerThread
    func groups(isInterfering: Bool) -> [Int] {
      (0..<rowCount).map { row in
        let thread = row / plan.accessesPerThread
        return plan.group(
          ofAccess: row % plan.accessesPerThread,
          by: Scenario.ThreadKind(isOdd: thread % 2 == 1, isInterfering: isInterfering))
      }
    }
    self.rowCount = rowCount
    self.groups = groups(isInterfering: false)
    interferingGroups = groups(isInterfering: true)
  }

  /// Counts the outcomes of a range of cells.
  ///
  /// - Parameter hasViolations: Whether any thread observed a violation in this sweep. If so, even a trial with one
  ///   instance may have a violation.
  /// - Returns: The number of trials with a violation, and how often the creator of the instance changed from one cell
  ///   to the next.
  func count(_ range: Range<Int>, for caller: NativeCaller, hasViolations: Bool) -> Encounters {
    // Trials are counted first, because the trials with several instances must never outnumber all trials.
    caller.count(.trials, UInt64(range.count))
    let violations = withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 4 * Self.chunk + 2 * rowCount + 1) {
      scratch in
      let fold = Fold(scratch.baseAddress!)
      let seen = scratch.baseAddress! + 4 * Self.chunk
      // The trials that were not plain, counted by their number of instances.
      let trials = seen + rowCount
      trials.update(repeating: 0, count: rowCount + 1)
      var sums = Sums()
      var start = range.lowerBound
      while start < range.upperBound {
        let chunk = start..<min(start + Self.chunk, range.upperBound)
        foldResults(chunk, fold)
        if !hasViolations && areAllPlain(chunk, fold) {
          sums.plain &+= chunk.count
        } else {
          foldOthers(chunk, fold)
          for place in 0..<chunk.count {
            let cell = chunk.lowerBound &+ place
            let isViolated = hasViolations && cells.violations[cell].load(ordering: .relaxed) != 0
            if !isViolated && isPlain(cell, fold, place) {
              sums.plain &+= 1
            } else {
              trials[count(cell, fold, place, isViolated: isViolated, seen, &sums)] &+= 1
            }
          }
        }
        start = chunk.upperBound
      }
      sums.add(to: caller, tracksLives: tracksLives)
      for instances in 0...rowCount where trials[instances] > 0 {
        shared.count(trials: UInt64(trials[instances]), instances: instances)
      }
      return sums.violatingTrials
    }
    let encounters = Encounters(violations: violations, leadChanges: leadChanges(in: range))
    if plan.hasOptionalAccesses { clearResults(range) }
    return encounters
  }

  /// For each cell of a chunk, a few words that summarize its results.
  private struct Fold {
    /// The bits in which any result differs from that of the first row.
    let differences: UnsafeMutablePointer<UInt32>
    /// The number of created instances, taken from the two bits above the serial of each result.
    let made: UnsafeMutablePointer<UInt32>
    /// The serial of a second instance, or 0 if there is none.
    let second: UnsafeMutablePointer<UInt32>
    /// Nonzero if there is a third instance.
    let more: UnsafeMutablePointer<UInt32>

    init(_ scratch: UnsafeMutablePointer<UInt32>) {
      differences = scratch
      made = differences + SweepTally.chunk
      second = made + SweepTally.chunk
      more = second + SweepTally.chunk
    }
  }

  /// The counts of a range of cells. They are added to the thread's counters once, at the end of the range.
  private struct Sums {
    var plain = 0
    var instances = 0
    var instancesMax = 0
    var multiInstanceTrials = 0
    var violatingTrials = 0
    var lifetimes = 0
    var liveMax: UInt32 = 0

    func add(to caller: NativeCaller, tracksLives: Bool) {
      caller.count(.instances, UInt64(plain &+ instances))
      caller.raise(.instancesMax, to: UInt64(max(instancesMax, plain > 0 ? 1 : 0)))
      caller.count(.multiInstanceTrials, UInt64(multiInstanceTrials))
      caller.count(.violatingTrials, UInt64(violatingTrials))
      guard !tracksLives else { return }
      caller.count(.lifetimes, UInt64(plain &+ lifetimes))
      caller.raise(.liveMax, to: UInt64(max(liveMax, plain > 0 ? 1 : 0)))
    }
  }

  /// The number of cells that are examined together. They are read row by row, so that memory is read in order and the
  /// compiler can vectorize the loops.
  private static let chunk = 128

  /// Computes the words that tell whether a cell is plain.
  private func foldResults(_ chunk: Range<Int>, _ fold: Fold) {
    let (serialBits, madeShift) = (serialBits, madeShift)
    let (differences, made) = (fold.differences, fold.made)
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

  /// Finds the second and third instances of cells. Few cells have a second one, and even fewer have a third.
  private func foldOthers(_ chunk: Range<Int>, _ fold: Fold) {
    let serialBits = serialBits
    let (second, more) = (fold.second, fold.more)
    let first = cells.results + chunk.lowerBound
    let count = chunk.count
    for place in 0..<count {
      second[place] = 0
      more[place] = 0
    }
    for row in 1..<max(rowCount, 1) {
      let results = first + row &* cells.capacity
      for place in 0..<count {
        let serial = results[place] & serialBits
        let other = serial == first[place] & serialBits ? 0 : serial
        more[place] |= second[place] == 0 || other == second[place] ? 0 : other
        second[place] = second[place] == 0 ? other : second[place]
      }
    }
  }

  /// Returns 0 if a cell is plain: all accesses got the same instance and, unless `madeMatters` is 0, exactly one was
  /// created.
  ///
  /// The function has no branches and does not use `self`, so that the compiler can vectorize it.
  @inline(__always)
  private static func oddness(
    _ serial: UInt32, _ differences: UInt32, _ made: UInt32, madeMatters: UInt32
  ) -> UInt32 {
    differences | ((made ^ 1) & madeMatters) | (serial == 0 ? 1 : 0)
  }

  @inline(__always)
  private func areAllPlain(_ chunk: Range<Int>, _ fold: Fold) -> Bool {
    let (serialBits, madeMatters) = (serialBits, madeMatters)
    let (differences, made) = (fold.differences, fold.made)
    let first = cells.results + chunk.lowerBound
    var odd: UInt32 = 0
    for place in 0..<chunk.count {
      odd |= Self.oddness(first[place] & serialBits, differences[place], made[place], madeMatters: madeMatters)
    }
    return odd == 0
  }

  @inline(__always)
  private func isPlain(_ cell: Int, _ fold: Fold, _ place: Int) -> Bool {
    let serial = cells.results[cell] & serialBits
    return Self.oddness(serial, fold.differences[place], fold.made[place], madeMatters: madeMatters) == 0
  }

  /// Counts a cell that is not plain: it has several instances or none, or an access recorded a violation.
  ///
  /// - Parameter seen: Scratch memory for one serial per row.
  /// - Returns: The number of instances in the cell.
  @inline(__always)
  private func count(
    _ cell: Int, _ fold: Fold, _ place: Int, isViolated: Bool, _ seen: UnsafeMutablePointer<UInt32>, _ sums: inout Sums
  ) -> Int {
    let isSimple = !hasGroups && cells.results[cell] & serialBits != 0 && fold.more[place] == 0
    let instances = isSimple ? (fold.second[place] == 0 ? 1 : 2) : distinct(cell, group: nil, seen)
    sums.instances &+= instances
    sums.instancesMax = max(sums.instancesMax, instances)
    sums.lifetimes &+= fold.made[place] > 0 ? 1 : 0
    sums.liveMax = max(sums.liveMax, fold.made[place])
    let hasMultipleInstances =
      hasGroups ? hasMultipleInstances(cell, seen) : forbidsMore && instances > 1
    sums.multiInstanceTrials &+= hasMultipleInstances ? 1 : 0
    sums.violatingTrials &+= hasMultipleInstances || isViolated ? 1 : 0
    return instances
  }

  private func hasMultipleInstances(_ cell: Int, _ seen: UnsafeMutablePointer<UInt32>) -> Bool {
    (0..<plan.groupCount).contains { distinct(cell, group: $0, seen) > 1 }
  }

  /// Returns the number of distinct instances among the results of a cell.
  ///
  /// - Parameters:
  ///   - group: The group whose results are considered, or `nil` for all results.
  ///   - seen: Scratch memory for one serial per row.
  @inline(never)
  private func distinct(_ cell: Int, group: Int?, _ seen: UnsafeMutablePointer<UInt32>) -> Int {
    let interferingThread = TrialPlan.interferingThread(ofCell: cell, callers: cells.callers)
    let interferingRows =
      interferingThread * plan.accessesPerThread..<(interferingThread + 1) * plan.accessesPerThread
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

  /// Returns how often the thread that created the instance changed from one cell to the next, according to the first
  /// thread's results.
  private func leadChanges(in range: Range<Int>) -> Int {
    let threadBits = ResultWord.threadBits
    let first = cells.results
    return range.dropFirst().reduce(into: 0) { changes, cell in
      changes &+= (first[cell] ^ first[cell &- 1]) & threadBits == 0 ? 0 : 1
    }
  }

  private func clearResults(_ range: Range<Int>) {
    for row in 0..<rowCount {
      (cells.results + row * cells.capacity + range.lowerBound).update(repeating: 0, count: range.count)
    }
  }
}

extension TrialPlan {
  /// Whether more than one instance in a trial breaks the promise, however long the instances live.
  var forbidsMore: Bool {
    if case .oneAlive = promise { false } else { true }
  }
}

/// Indications of how often threads accessed a cell at the same time, in a sweep or a part of it.
struct Encounters: Sendable {
  var violations = 0
  /// How often the instances of two neighboring cells were created by different threads.
  var leadChanges = 0
}
