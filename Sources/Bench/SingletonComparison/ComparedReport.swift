package import SingletonCore
import SingletonPlatform
import SingletonReports
import SingletonStatistics
package import SingletonTextFormats

/// One side of a comparison: the rows of its files, in groups of replicates.
package struct ComparedReport: Sendable {
  /// The groups in the order in which they first appear.
  package let groups: [ReplicateGroup]
  private let places: [RowKey: Int]
  let origins: Set<TimeOrigin>
  /// The count fingerprints of the rows that have counts of instructions.
  let countOrigins: Set<String>
  /// The median of the machine's speeds in the runs.
  let speed: MachineSpeed

  package init(rows: [StressRow]) {
    groups = RowGroup.byReplicates(rows).map(ReplicateGroup.init)
    places = Dictionary(uniqueKeysWithValues: groups.enumerated().map { ($1.key, $0) })
    origins = Set(rows.map(TimeOrigin.init))
    countOrigins = Set(rows.compactMap(ReplicateCount.init).map(\.fingerprint))
    let loads = rows.distinct(by: \.run.id).compactMap(\.run.speed.dependentLoad)
    speed = MachineSpeed(dependentLoad: MedianInterval(of: loads)?.median)
  }

  package init(_ paths: [String]) throws(InputError) {
    var rows: [StressRow] = []
    for path in paths {
      var reader = try RowReader.report(path)
      rows += try reader.rows()
    }
    try Self.requireEachRowOnce(rows, in: paths)
    self.init(rows: rows)
  }

  func group(_ key: RowKey) -> ReplicateGroup? { places[key].map { groups[$0] } }

  /// Throws an error if a row occurs twice. If the same file were given twice, each of its replicates would count
  /// twice.
  private static func requireEachRowOnce(_ rows: [StressRow], in paths: [String]) throws(InputError) {
    var seen: [String: Set<RowKey>] = [:]
    for row in rows where !seen[row.run.id, default: []].insert(row.key).inserted {
      throw InputError(
        path: paths.joined(separator: ", "),
        problem: "replicate \(row.key.replicate) of \(row.key.title), run \(row.run.id.quoted), occurs twice",
        expected: "each row of a run once")
    }
  }
}

/// The circumstances of a time. Times from different machines, builds, or versions of the timed loops cannot be
/// compared.
struct TimeOrigin: Hashable, Sendable {
  let fingerprint: String
  /// The version of the timed loops, or `nil` if the report lacks it.
  let timingVersion: Int?

  init(_ row: StressRow) {
    fingerprint = row.host.fingerprint
    timingVersion = row.run.timingVersion
  }
}

/// The pooled replicates of one group of rows.
package struct ReplicateGroup: Sendable {
  package let key: RowKey
  /// The number of replicates that ran and were graded.
  package let replicates: Int
  /// The expectation of the first replicate.
  let expected: Expectation
  let grades: Set<Grade>
  let trials: UInt64
  let violatingTrials: UInt64
  /// The share of violating trials in a replicate: the median over the replicates, with its interval. It is `nil` if no
  /// replicate has a trial.
  ///
  /// The samples are the replicates, because the trials of one process are not independent: two consecutive runs of the
  /// same binary had 8% and 26%. With fewer than six replicates, there is no interval.
  let rates: MedianInterval?
  /// The status of the first row that ended in a way that its declaration does not allow, or `nil` if there is none.
  let undeclaredEnd: RowStatus?
  /// The defects that a row has shown and its declaration does not allow, but for a crash, which is an end.
  let forbidden: Set<Defect>
  /// Whether the rows are races of a test, which no command of this program repeats.
  package let isOfTests: Bool
  /// The status of the first replicate that was not graded, or `nil` if all were.
  let absence: RowStatus?
  let times: [ReplicateTime]
  let counts: [ReplicateCount]

  init(_ group: RowGroup) {
    let graded = group.rows.filter { $0.grade != nil }
    let tallies = graded.compactMap(\.measured?.tally)
    let expected = group.rows[0].expected
    key = group.key
    replicates = graded.count
    self.expected = expected
    grades = Set(graded.compactMap(\.grade))
    forbidden = graded.reduce(into: []) { $0.formUnion($1.forbidden.subtracting([.crash])) }
    isOfTests = group.rows[0].run.id == RunMetadata.idOfTests
    undeclaredEnd = graded.map(\.status).first { !$0.isDeclared(by: expected) }
    absence = group.rows.first { $0.grade == nil }?.status
    times = graded.compactMap(ReplicateTime.init)
    counts = graded.compactMap(ReplicateCount.init)
    trials = Self.sum(tallies.map { $0[.trials] })
    violatingTrials = Self.sum(tallies.map { $0[.violatingTrials] })
    rates = MedianInterval(of: tallies.compactMap(\.violationRate).map { min($0, 1) })
  }

  /// The worst grade, or `nil` if no replicate was graded.
  var grade: Grade? { .pooled(grades) }

  var laterAccess: GroupCount { GroupCount(counts.map { ($0.counts.later, $0.counts.laterMost) }) }
  var firstAccess: GroupCount { GroupCount(counts.map { ($0.counts.first, $0.counts.firstMost) }) }

  /// The median over the replicates of the time of a later access, in nanoseconds.
  package var access: Double? { MedianInterval(of: times.map(\.access))?.median }

  /// Returns the sum of the counts, or the largest 64-bit number if the sum is too large.
  private static func sum(_ counts: [UInt64]) -> UInt64 {
    counts.reduce(0) { sum, count in
      let (sum, overflows) = sum.addingReportingOverflow(count)
      return overflows ? .max : sum
    }
  }
}

/// The numbers of instructions of a replicate's accesses.
struct ReplicateCount: Sendable {
  /// The count fingerprint of the row. Counts can be compared if their fingerprints are equal.
  let fingerprint: String
  let counts: AccessCounts

  /// Returns `nil` if nothing was counted, or if this is a debug build. Debug builds look up types in tables by their
  /// addresses, so counts differ by a few instructions from run to run even if most addresses are fixed.
  init?(_ row: StressRow) {
    guard row.host.build != "debug", let counts = row.measured?.counts, counts.first != nil || counts.later != nil
    else { return nil }
    fingerprint = row.host.countsFingerprint
    self.counts = counts
  }
}

struct ReplicateTime: Sendable {
  let origin: TimeOrigin
  /// The median time of one access, in nanoseconds.
  let access: Double
  /// The time of the empty loop per access, in nanoseconds.
  let floor: Double
  /// The resolution of the time of one access, in nanoseconds: the clock's resolution divided by the number of accesses
  /// in a batch.
  let step: Double

  /// Returns `nil` if a row has no times.
  init?(_ row: StressRow) {
    guard let access = row.measured?.access else { return nil }
    origin = TimeOrigin(row)
    self.access = access.p50
    floor = access.floor
    step = (row.run.clockResolution ?? 1) / Double(max(1, access.batchSize))
  }

  var overFloor: Double { access / floor }
}

extension MachineSpeed {
  /// The factor by which the time of a dependent load may differ between runs that can be compared.
  private static let tolerance = 1.25

  /// Returns the reason why times cannot be compared with times from a machine with the other speed, or `nil` if they
  /// can be.
  ///
  /// The time of a cache line is not considered: on a host that moves virtual cores between physical ones, it changes
  /// by a factor of five from one run to the next.
  func difference(to other: MachineSpeed) -> String? {
    guard let old = dependentLoad, let new = other.dependentLoad, old > 0, new > 0,
      max(old / new, new / old) > Self.tolerance
    else { return nil }
    return "the machine was in a different state: a dependent load took \(HumanFormat.short(old)) ns, now"
      + " \(HumanFormat.short(new))"
  }
}
