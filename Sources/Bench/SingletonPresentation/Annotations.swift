package import SingletonComparison
package import SingletonCore

/// Lines that GitHub Actions turns into annotations, one annotation for each failure.
package enum Annotations {
  /// Returns an error for each broken promise in a run. Returns a warning for each defect that was not reproduced, and
  /// for each reason for which rows were skipped.
  package static func text(run rows: [StressRow]) -> String {
    let summary = RunSummary(rows)
    return lines("error", summary.breaches.map { ($0.title, $0.body) })
      + lines("warning", (summary.silences + summary.skips).map { ($0.title, $0.body) })
  }

  /// Returns an error for each row of a comparison that is worse or missing, or that is new if new rows are forbidden.
  /// Returns a warning for each row that is too weak.
  package static func text(comparison rows: [ComparisonRow]) -> String {
    rows.filter { !$0.isForgiven }.map { row in
      switch row.verdict {
      case .worse: lines("error", [("worse: \(row.key.title)", [row.why, "next: \(row.command)"])])
      case .missing, .new: lines("error", [("\(row.verdict.rawValue): \(row.key.title)", [row.why])])
      case .tooWeak: lines("warning", [("\(row.verdict.rawValue): \(row.key.title)", [row.why])])
      case .notJudged, .better, .same, .sameOutcomes: ""
      }
    }.joined()
  }

  private static func lines(_ level: String, _ messages: [(title: String, body: [String])]) -> String {
    messages.map { title, body in
      "::\(level) title=\(property("\(Tool.current.name): \(title)"))::\(data(body.joined(separator: "\n")))\n"
    }.joined()
  }

  /// Returns text that is safe in an annotation: it cannot end the line or the command.
  private static func data(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      default: String(scalar)
      }
    }.joined()
  }

  private static func property(_ text: String) -> String {
    data(text).unicodeScalars.map { $0 == ":" ? "%3A" : $0 == "," ? "%2C" : String($0) }.joined()
  }
}
