package import SingletonCore
import SingletonStatistics

/// The replicates of one group on one side of a comparison.
package struct ReplicateGroup: Sendable {
  package let key: RowKey
  /// The expectation of the first replicate.
  let expected: Expectation
  let grades: Set<Grade>
  /// The replicates that ran and were graded.
  package let summary: GroupSummary
  /// The first end that was not declared.
  let undeclaredEnd: RowStatus?
  /// The end of the first replicate that was not graded.
  let absence: RowStatus?
  let times: [ReplicateTime]

  init(_ group: RowGroup) {
    let graded = group.rows.filter { $0.grade != nil }
    let tallies = graded.compactMap(\.measured?.tally)
    let expected = group.rows[0].expected
    key = group.key
    self.expected = expected
    grades = Set(graded.compactMap(\.grade))
    undeclaredEnd = graded.map(\.status).first { !$0.isDeclared(by: expected) }
    absence = group.rows.first { $0.grade == nil }?.status
    times = graded.compactMap(ReplicateTime.init)
    summary = GroupSummary(
      replicates: graded.count, grade: .pooled(grades), trials: Self.sum(tallies.map { $0[.trials] }),
      violatingTrials: Self.sum(tallies.map { $0[.violatingTrials] }),
      rates: MedianInterval(of: tallies.compactMap(\.violationRate).map { min($0, 1) }),
      access: MedianInterval(of: times.map(\.access))?.median)
  }

  /// The worst grade of the replicates, or `nil` if none was graded.
  var grade: Grade? { summary.grade }
  var trials: UInt64 { summary.trials }
  var violatingTrials: UInt64 { summary.violatingTrials }

  /// Returns the sum, or the largest number if the sum is too large.
  private static func sum(_ counts: [UInt64]) -> UInt64 {
    counts.reduce(0) { sum, count in
      let (sum, overflows) = sum.addingReportingOverflow(count)
      return overflows ? .max : sum
    }
  }
}

/// The later accesses of one replicate.
struct ReplicateTime: Sendable {
  let origin: TimeOrigin
  /// The median time of one access, in nanoseconds.
  let access: Double
  /// The same loop without the strategy, in nanoseconds.
  let floor: Double
  /// The way of a cache line between the threads, in nanoseconds, or `nil` if it was not measured.
  let line: Double?
  /// The clock's resolution divided by the accesses in a batch, in nanoseconds.
  let step: Double

  /// Returns `nil` if a row has no times.
  init?(_ row: StressRow) {
    guard let access = row.measured?.access else { return nil }
    origin = TimeOrigin(row)
    self.access = access.p50
    floor = access.floor
    line = access.line
    step = (row.run.clockResolution ?? 1) / Double(max(1, access.batchSize))
  }

  var overFloor: Double { access / floor }
}
