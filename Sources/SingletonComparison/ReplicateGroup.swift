package import SingletonCore
import SingletonPlatform
import SingletonStatistics
import SingletonTextFormats

/// The replicates of one group on one side of a comparison.
package struct ReplicateGroup: Sendable {
  package let key: RowKey
  /// The expectation of the first replicate.
  let expected: Expectation
  /// The number of replicates that ran and were graded.
  private(set) var graded = 0
  private(set) var grades: Set<Grade> = []
  private(set) var trials: UInt64 = 0
  private(set) var violatingTrials: UInt64 = 0
  /// The share of violating trials of each replicate.
  private var rates: [Double] = []
  /// The first end that was not declared.
  private(set) var undeclaredEnd: RowStatus?
  /// The end of the first replicate that was not graded.
  private(set) var absence: RowStatus?
  private(set) var times: [ReplicateTime] = []
  private(set) var appearances: [Appearance] = []

  /// The origin of a replicate. Equal runs and replicate numbers mean that the same row appears twice.
  struct Appearance: Hashable {
    let run: Int32
    let replicate: UInt32
  }

  init(_ row: borrowing StressRow) {
    key = row.key.group
    expected = row.expected
  }

  mutating func add(_ row: borrowing StressRow, run: Int32, origin: Int32) {
    appearances.append(Appearance(run: run, replicate: UInt32(clamping: row.key.replicate)))
    guard let grade = row.grade else {
      absence = absence ?? row.status
      return
    }
    graded += 1
    grades.insert(grade)
    trials = trials.addingSaturated(row.measured?.tally[.trials] ?? 0)
    violatingTrials = violatingTrials.addingSaturated(row.measured?.tally[.violatingTrials] ?? 0)
    if let rate = row.measured?.tally.violationRate { rates.append(min(rate, 1)) }
    if undeclaredEnd == nil, !row.status.isDeclared(by: expected) { undeclaredEnd = row.status }
    if let access = row.measured?.access {
      times.append(ReplicateTime(access, of: row, origin: origin))
    }
  }

  /// Adds the same group of another file, as ``renumbered(run:origin:)`` returns it.
  mutating func add(_ other: ReplicateGroup, run: (Int32) -> Int32, origin: (Int32) -> Int32) {
    graded += other.graded
    grades.formUnion(other.grades)
    trials = trials.addingSaturated(other.trials)
    violatingTrials = violatingTrials.addingSaturated(other.violatingTrials)
    rates += other.rates
    undeclaredEnd = undeclaredEnd ?? other.undeclaredEnd
    absence = absence ?? other.absence
    let renumbered = other.renumbered(run: run, origin: origin)
    appearances += renumbered.appearances
    times += renumbered.times
  }

  mutating func forgetAppearances() { appearances = [] }

  /// Returns the group as part of a side with other files.
  ///
  /// - Parameters:
  ///   - run: Returns the number of a run on that side.
  ///   - origin: Returns the number of an origin on that side.
  func renumbered(run: (Int32) -> Int32, origin: (Int32) -> Int32) -> ReplicateGroup {
    var group = self
    group.appearances = appearances.map { Appearance(run: run($0.run), replicate: $0.replicate) }
    for index in times.indices { group.times[index].origin = origin(times[index].origin) }
    return group
  }

  /// The worst grade of the replicates, or `nil` if none was graded.
  var grade: Grade? { .pooled(grades) }

  var summary: GroupSummary {
    GroupSummary(
      replicates: graded, grade: grade, trials: trials, violatingTrials: violatingTrials,
      rates: MedianInterval(of: rates), access: MedianInterval(of: times.map(\.access))?.median)
  }
}

/// The later accesses of one replicate, in 24 bytes because a report can have millions.
struct ReplicateTime: Sendable {
  /// The median time of one access, in nanoseconds.
  let access: Double
  /// The same loop without the strategy, in nanoseconds.
  let floor: Float
  /// The way of a cache line between the threads, in nanoseconds, or NaN if it was not measured.
  let line: Float
  /// The clock's resolution divided by the accesses in a batch, in nanoseconds.
  let step: Float
  /// The number of its origin on its side.
  var origin: Int32

  init(_ access: AccessTiming, of row: borrowing StressRow, origin: Int32) {
    self.access = access.p50
    floor = Float(access.floor)
    line = access.line.map(Float.init) ?? .nan
    step = Float((row.run.clockResolution ?? 1) / Double(max(1, access.batchSize)))
    self.origin = origin
  }

  var overFloor: Double { access / Double(floor) }
  var overLine: Double { access / Double(line) }
}

extension UInt64 {
  fileprivate func addingSaturated(_ other: UInt64) -> UInt64 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}
