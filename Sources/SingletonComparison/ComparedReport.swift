package import SingletonCore
import SingletonReports
import SingletonStatistics
package import SingletonTextFormats

/// One side of a comparison: the rows of its files, grouped.
package struct ComparedReport: Sendable {
  /// The groups in the order in which they first appear.
  package let groups: [ReplicateGroup]
  private let places: [RowKey: Int]
  let origins: Set<TimeOrigin>
  /// The median speed of the machine over the runs.
  let speed: MachineSpeed
  /// The least floor by thread count, in nanoseconds.
  let leastFloors: [Int: Double]

  package init(rows: [StressRow]) {
    groups = RowGroup.byReplicates(rows).map(ReplicateGroup.init)
    places = Dictionary(uniqueKeysWithValues: groups.enumerated().map { ($1.key, $0) })
    origins = Set(rows.map(TimeOrigin.init))
    let loads = rows.distinct(by: \.run.id).compactMap(\.run.speed.dependentLoad)
    speed = MachineSpeed(dependentLoad: MedianInterval(of: loads)?.median)
    leastFloors = Dictionary(
      rows.compactMap { row in row.measured?.access.map { (row.key.threads, $0.floor) } }, uniquingKeysWith: min)
  }

  /// Reads one side from its files.
  package init(_ paths: [String]) throws(InputError) {
    var rows: [StressRow] = []
    for path in paths {
      var reader = try RowReader.report(path)
      rows += try reader.rows()
    }
    try Self.requireEachRowOnce(rows, in: paths)
    self.init(rows: rows)
  }

  /// Returns the group with a key, or `nil` if there is none.
  func group(_ key: RowKey) -> ReplicateGroup? { places[key].map { groups[$0] } }

  /// Throws an error if a row occurs twice. A file given twice would count each of its replicates twice.
  private static func requireEachRowOnce(_ rows: [StressRow], in paths: [String]) throws(InputError) {
    var seen: [String: Set<RowKey>] = [:]
    for row in rows where !seen[row.run.id, default: []].insert(row.key).inserted {
      throw InputError(
        path: paths.joined(separator: ", "),
        problem: "replicate \(row.key.replicate) of \(row.key.title), run \(row.run.id.quoted), is there twice",
        expected: "each row of a run once")
    }
  }
}

/// The origin of a time: times of different machines, builds, or timed loops cannot be compared.
struct TimeOrigin: Hashable, Sendable {
  let fingerprint: String
  /// `nil` in reports that do not have it.
  let timingVersion: Int?

  init(_ row: StressRow) {
    fingerprint = row.host.fingerprint
    timingVersion = row.run.timingVersion
  }
}
