package import SingletonCore
import SingletonPlatform
import SingletonReports
import SingletonStatistics
package import SingletonTextFormats

/// One side of a comparison: the rows of its files, grouped. It keeps the groups in memory, not the rows.
package struct ComparedReport: Sendable {
  package private(set) var files: [String] = []
  package private(set) var rowCount = 0
  /// The groups in the order in which they first appear.
  package private(set) var groups: [ReplicateGroup] = []
  private var places: [RowKey: Int] = [:]
  private(set) var runs = Numbered<String>()
  private(set) var origins = Numbered<TimeOrigin>()
  /// The speed of the machine in each run.
  private var speeds: [MachineSpeed] = []
  /// The least floor by thread count, in nanoseconds.
  private(set) var leastFloors: [Int: Float] = [:]

  package init() {}

  /// Returns the index of a group in ``groups``, or `nil` if there is none with the key.
  func place(of key: RowKey) -> Int? { places[key] }

  /// Reads one side from its files, as many at a time as there are cores.
  package static func read(_ paths: [String]) throws(InputError) -> ComparedReport {
    try read([paths])[0]
  }

  /// Reads several sides, and the files of all sides concurrently.
  package static func read(_ sides: [[String]]) throws(InputError) -> [ComparedReport] {
    var results = sides.flatMap(\.self).concurrentMap { path in
      Result { () throws(InputError) in try ComparedReport(path: path) }
    }[...]
    var read: [ComparedReport] = []
    for side in sides {
      var whole = ComparedReport()
      for result in results.prefix(side.count) { whole.add(try result.get()) }
      results = results.dropFirst(side.count)
      try whole.requireEachRowOnce()
      whole.forgetAppearances()
      read.append(whole)
    }
    return read
  }
}

// MARK: - Rows

extension ComparedReport {
  private init(path: String) throws(InputError) {
    files = [path]
    var last = 0
    try ReportReader(path: path).forEachRow { (row) throws(InputError) in add(row, after: &last) }
  }

  /// Creates a report of rows that no file has.
  package init(rows: [StressRow]) {
    var last = 0
    for row in rows { add(row, after: &last) }
  }

  /// Adds a row to its group.
  ///
  /// - Parameter last: The place of the last row's group: in a report's order, replicates of a group are adjacent.
  private mutating func add(_ row: borrowing StressRow, after last: inout Int) {
    rowCount += 1
    if groups.isEmpty || !groups[last].key.isGroup(of: row.key) { last = place(of: row) }
    let run = runs.number(of: row.run.id)
    if speeds.count < runs.values.count { speeds.append(row.run.speed) }
    groups[last].add(row, run: run, origin: origins.number(of: TimeOrigin(row)))
    if let floor = row.measured?.access?.floor { add([row.key.threads: Float(floor)]) }
  }

  private mutating func place(of row: borrowing StressRow) -> Int {
    let key = row.key.group
    if let place = places[key] { return place }
    places[key] = groups.count
    groups.append(ReplicateGroup(row))
    return groups.count - 1
  }
}

// MARK: - Several files

extension ComparedReport {
  private mutating func add(_ part: ComparedReport) {
    guard !files.isEmpty else {
      self = part
      return
    }
    let runNumbers = part.runs.values.map { runs.number(of: $0) }
    let originNumbers = part.origins.values.map { origins.number(of: $0) }
    for group in part.groups {
      add(group, run: { runNumbers[Int($0)] }, origin: { originNumbers[Int($0)] })
    }
    speeds += part.speeds
    files += part.files
    rowCount += part.rowCount
    add(part.leastFloors)
  }

  private mutating func add(_ floors: [Int: Float]) { leastFloors.merge(floors, uniquingKeysWith: min) }

  private mutating func add(_ group: ReplicateGroup, run: (Int32) -> Int32, origin: (Int32) -> Int32) {
    if let place = places[group.key] {
      groups[place].add(group, run: run, origin: origin)
    } else {
      places[group.key] = groups.count
      groups.append(group.renumbered(run: run, origin: origin))
    }
  }

  /// Throws an error if a row occurs twice. A file given twice would count each of its replicates twice.
  private func requireEachRowOnce() throws(InputError) {
    for group in groups {
      let appearances = group.appearances
      guard appearances.count > 1, Set(appearances).count < appearances.count else { continue }
      var seen: Set<ReplicateGroup.Appearance> = []
      let twice = appearances.first { !seen.insert($0).inserted }!
      throw InputError(
        path: files.joined(separator: ", "),
        problem:
          "replicate \(twice.replicate) of \(group.key.name), run \(runs.values[Int(twice.run)].quoted),"
          + " is there twice",
        expected: "each row of a run once")
    }
  }
}

extension ComparedReport {
  /// Releases the appearances, which are no longer needed. With a million rows, they take as much memory as everything
  /// else.
  private mutating func forgetAppearances() {
    for place in groups.indices { groups[place].forgetAppearances() }
  }
}

extension ComparedReport {
  /// The median speed of the machine over the runs.
  var speed: MachineSpeed {
    MachineSpeed(dependentLoad: MedianInterval(of: speeds.compactMap(\.dependentLoad))?.median)
  }
}

/// What made a time: times of different machines, builds, or timed loops cannot be compared.
struct TimeOrigin: Hashable, Sendable {
  let fingerprint: String
  /// `nil` in reports that do not have it.
  let timingVersion: Int?

  init(_ row: borrowing StressRow) {
    fingerprint = row.host.fingerprint
    timingVersion = row.run.timingVersion
  }
}

/// Values shared by many rows, numbered from 0.
struct Numbered<Value: Hashable & Sendable>: Sendable {
  private(set) var values: [Value] = []
  private var numbers: [Value: Int32] = [:]
  private var last: Int32 = 0

  mutating func number(of value: Value) -> Int32 {
    if !values.isEmpty, values[Int(last)] == value { return last }
    if let number = numbers[value] {
      last = number
    } else {
      last = Int32(values.count)
      values.append(value)
      numbers[value] = last
    }
    return last
  }
}

extension RowKey {
  /// Returns whether this is the group key of a row's key, without creating the group key.
  fileprivate func isGroup(of row: RowKey) -> Bool {
    threads == row.threads && strategy == row.strategy && scenario == row.scenario && threadSource == row.threadSource
      && initializerCost == row.initializerCost && placement == row.placement
  }
}
