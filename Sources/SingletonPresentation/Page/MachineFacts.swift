import SingletonCore
import SingletonReports
import SingletonTextFormats

/// The facts of each report: the columns that are the same in all of its rows, and the rows with all other columns.
struct MachineFacts {
  private let reports: [PageReport]
  private let columns: [Column<StressRow>]

  init(_ reports: [PageReport]) {
    self.reports = reports
    columns = StressColumns.all.filter { column in
      let isIdentity = ["strategy", "scenario", "threads", "replicate", "status", "grade"].contains(column.name)
      return !isIdentity && reports.allSatisfy { report in Self.value(of: column, in: report) != nil }
    }
  }

  /// Returns the value of a column, or `nil` if it differs between rows.
  private static func value(of column: Column<StressRow>, in report: PageReport) -> String? {
    guard let first = report.rows.first else { return "" }
    let cell = column.value(of: first)
    return report.rows.allSatisfy { column.value(of: $0) == cell } ? cell.spelling : nil
  }

  /// The facts shown about a machine and a run. A fact that differs between rows is shown with its values.
  private static let shown = [
    "cpu_model", "cores", "arch", "os", "swift_version", "build", "sanitizer", "fingerprint", "seed", "engine",
    "initializer_cost", "run_id", "started_utc", "commit", "tool_version",
  ]

  var markup: [Markup] {
    let rows = Self.shown.compactMap { name in StressColumns.all.first { $0.name == name } }.map { column in
      [column.name.replacing(character: "_", with: " ")] + reports.map { Self.fact(column, in: $0) }
    }
    return [Table("Machine, build, run and seed", titles: ["fact"] + names, rows: rows).markup]
  }

  private var names: [String] { reports.map { $0.name.isEmpty ? "value" : $0.name } }

  private static func fact(_ column: Column<StressRow>, in report: PageReport) -> String {
    guard let value = value(of: column, in: report) else {
      let values = Set(report.rows.map { column.value(of: $0).spelling }).sorted()
      return values.count > 4 ? "\(values.count) different ones" : values.joined(separator: " | ")
    }
    guard value.isEmpty else { return value }
    return column.name == "sanitizer" ? "none" : "unknown"
  }

  /// All rows of each report. Columns with the same value in all rows are listed once.
  var rows: [Markup] {
    let constant = Set(columns.map(\.name))
    let varying = StressColumns.all.filter { !constant.contains($0.name) }
    let tables = reports.map { report in
      Table(
        "\(report.prefix)every row; columns as in the report", titles: varying.map(\.name),
        rows: report.rows.map { row in varying.map { $0.value(of: row).spelling } }
      ).folded(as: "\(report.prefix)\(HumanFormat.counted(report.rows.count, "row")), column by column", isRaw: true)
    }
    let same = Table(
      "Columns with one value in all rows", titles: ["column"] + names,
      rows: columns.map { column in [column.name] + reports.map { Self.value(of: column, in: $0) ?? "" } })
    return [.paragraph("All columns of all rows; on paper, they are left out: the report itself has them.")] + tables
      + [same.folded(as: "Columns that are the same in every row")]
  }
}
