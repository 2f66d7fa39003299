package import SingletonCore
package import SingletonTextFormats

extension CSV {
  package static func report(of rows: [StressRow]) -> String { text(of: rows, StressColumns.all) }
}

extension RowReader<StressRow> {
  package static func report(_ path: String) throws(InputError) -> RowReader {
    try RowReader(path: path, kind: "a report", StressColumns.all, startingAs: StressRow())
  }
}

extension JSON {
  /// Returns a report as one object. An empty field is null.
  package static func report(of rows: [StressRow]) -> JSON {
    [
      "schema_version": .number(StressColumns.schemaVersion),
      "rows": .rows(rows, StressColumns.all),
    ]
  }

  /// Returns a check as one object. Each of its rows contains the steps of its counterexample.
  package static func check(of rows: [CheckRow]) -> JSON {
    [
      "schema_version": .number(CheckColumns.schemaVersion),
      "rows": .array(rows.map { row in .object(members(of: row, CheckColumns.all) + [("steps", steps(of: row))]) }),
    ]
  }

  private static func steps(of row: CheckRow) -> JSON {
    guard let example = row.counterexample else { return .null }
    return .array(
      example.steps.enumerated().map { index, step in
        [
          "thread": .string(example.columns[step.column]),
          "file": step.source.map { .string($0.file) } ?? .null,
          "line": step.source.map { .number($0.line) } ?? .null,
          "source": step.source.map { .string($0.text) } ?? .null,
          "operation": .string(step.operation),
          "stale": step.staleness.map(JSON.string) ?? .null,
          "concerned": .bool(step.isConcerned),
          "memory": .array(
            example.cells(after: index).map { cell in
              let seen = cell.seen.sorted { $0.key < $1.key }
              return [
                "name": .string(cell.name), "newest": .string(cell.newest),
                "seen": .object(seen.map { (example.columns[$0.key], .string($0.value)) }),
              ]
            }),
        ]
      })
  }
}
