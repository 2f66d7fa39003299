package import Outcomes

/// Several reports as one, in the report's order.
package struct JoinedReport: Sendable {
  package let rows: [StressRow]
  /// What a reader should know: the reports are of different plans, or of different machines.
  package let notes: [String]

  /// - Parameter order: ids of strategies, in the order of the catalogue; others come behind, as they appear.
  package init(_ paths: [String], order: [String]) throws(InputError) {
    var joining = Joining(order: order)
    for path in paths { try joining.add(path) }
    rows = joining.rows.inReportOrder
    notes = joining.notes
  }
}

private struct Joining {
  private(set) var rows: [StressRow] = []
  private var places: [String: Int]
  private var origins: [RowKey: (path: String, line: Int)] = [:]

  init(order: [String]) {
    places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  mutating func add(_ path: String) throws(InputError) {
    let reader = try ReportReader(path: path)
    try reader.forEachRow { (draft) throws(InputError) in
      let row = try row(draft, path, reader.line)
      if let origin = origins.updateValue((path, reader.line), forKey: row.key) {
        throw InputError(
          path: path, line: reader.line, problem: "this row is in \(origin.path), line \(origin.line), too",
          expected: "each row of the plan in one report only")
      }
      rows.append(row)
    }
  }

  private mutating func row(_ draft: borrowing RowDraft, _ path: String, _ line: Int) throws(InputError) -> StressRow {
    let index = places[draft.strategy] ?? places.count
    places[draft.strategy] = index
    do {
      return try StressRow(copy draft, catalogIndex: index)
    } catch {
      throw InputError(path: path, line: line, column: error.column, problem: error.problem, expected: error.expected)
    }
  }

  var notes: [String] {
    let seeds = Set(rows.map(\.seed))
    let machines = Set(rows.map(\.host.fingerprint))
    return [
      seeds.count > 1 ? "the reports have \(seeds.count) different seeds: they are not shards of one run" : nil,
      machines.count > 1
        ? "the rows come from \(machines.count) different machines or builds: their times cannot be held together"
        : nil,
    ].compactMap(\.self)
  }
}
