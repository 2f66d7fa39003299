import Outcomes

/// What was run where: the columns that are the same in all rows of a side; and the rows, with those that are not.
struct MachineFacts {
  private let sides: [ReportSide]
  private let columns: [Column<StressRow>]

  init(_ sides: [ReportSide]) {
    self.sides = sides
    columns = StressColumns.all.filter { column in
      let isIdentity = ["strategy", "scenario", "threads", "replicate", "status", "grade"].contains(column.name)
      return !isIdentity && sides.allSatisfy { side in Self.value(of: column, in: side) != nil }
    }
  }

  /// nil where it differs from row to row.
  private static func value(of column: Column<StressRow>, in side: ReportSide) -> String? {
    guard let first = side.rows.first else { return "" }
    let cell = column.cell(of: first)
    return side.rows.allSatisfy { column.cell(of: $0) == cell } ? cell.spelling : nil
  }

  /// What is told of a machine and a run; a fact that differs from row to row says so.
  private static let told = [
    "cpu_model", "cores", "arch", "os", "swift_version", "build", "sanitizer", "fingerprint", "seed", "engine",
    "initializer_cost", "run_id", "started_utc", "commit", "tool_version",
  ]

  var markup: [Markup] {
    let rows = Self.told.compactMap { name in StressColumns.all.first { $0.name == name } }.map { column in
      [column.name.replacing("_", with: " ")] + sides.map { Self.words(for: column, in: $0) }
    }
    return [
      PageTable(
        caption: "Machine, build, run and seed", titles: ["fact"] + sides.map { $0.name.isEmpty ? "value" : $0.name },
        rows: rows
      ).markup
    ]
  }

  private static func words(for column: Column<StressRow>, in side: ReportSide) -> String {
    guard let value = value(of: column, in: side) else {
      let values = Set(side.rows.map { column.cell(of: $0).spelling }).sorted()
      return values.count > 4 ? "\(values.count) different ones" : values.joined(separator: " | ")
    }
    guard value.isEmpty else { return value }
    return column.name == "sanitizer" ? "none" : "unknown"
  }

  /// Every row of the report; what is the same in all of them is said once.
  var rows: [Markup] {
    let constant = Set(columns.map(\.name))
    let varying = StressColumns.all.filter { !constant.contains($0.name) }
    return sides.map { side in
      PageTable(
        caption: "\(side.prefix)every row; columns as in the report", titles: varying.map(\.name),
        rows: side.rows.map { row in varying.map { $0.cell(of: row).spelling } }
      ).folded(as: "\(side.prefix)\(Figure.counted(side.rows.count, "row")), column by column")
    } + [
      PageTable(
        caption: "Columns with one value in all rows",
        titles: ["column"] + sides.map { $0.name.isEmpty ? "value" : $0.name },
        rows: columns.map { column in [column.name] + sides.map { Self.value(of: column, in: $0) ?? "" } }
      ).folded(as: "Columns that are the same in every row")
    ]
  }
}
