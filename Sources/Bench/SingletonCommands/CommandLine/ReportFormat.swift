import SingletonCore
import SingletonPresentation
import SingletonTextFormats

/// The format in which a run's results are written to standard output.
enum ReportFormat: String, CaseIterable, Sendable {
  case table, rows, csv, json, markdown

  /// Whether the format is meant for people. The other formats are meant for programs.
  var isForPersons: Bool { [.table, .rows].contains(self) }

  /// - Throws: An error if standard output would receive both the report, as `-`, and other data in this format.
  func check(withReportAt path: String) throws {
    guard path == "-", !isForPersons, self != .csv else { return }
    throw CommandError.usage("--csv - and --format \(rawValue) both use standard output", expected: "a file for --csv")
  }

  /// - Parameters:
  ///   - width: The width of the output in columns. Formats for programs ignore it.
  ///   - color: Whether the text is colored.
  ///   - isTerminal: Whether the reader sees the end of the text first, so that the answer belongs there.
  func text(of rows: [StressRow], width: Int, color: Bool, isTerminal: Bool = false) -> String {
    let summary = isForPersons ? "\n" + RunSummary(rows).text(width: width, color: color) : ""
    return switch self {
    case .table where isTerminal: StrategyTable(rows).text(width: width, color: color, before: summary)
    case .table: StrategyTable(rows).text(width: width, color: color) + summary
    case .rows: RunTable(rows, showing: .counts).text(width: width, color: color) + summary
    case .csv: CSV.report(of: rows)
    case .json: JSON.report(of: rows).text
    case .markdown: StrategyTable(rows).markdown + "\n" + RunTable(rows).markdown
    }
  }
}
