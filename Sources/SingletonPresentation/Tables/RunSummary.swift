package import SingletonCore
import SingletonTextFormats

/// A summary of a run: its rows counted by grade, and messages about failures.
package struct RunSummary {
  private let rows: [StressRow]
  /// The messages about promises that were broken.
  let breaches: [FailureMessage]
  /// The messages about defects that no thread count has reproduced.
  let silences: [FailureMessage]
  /// The messages about rows that were skipped, one for each reason.
  let skips: [FailureMessage]

  package init(_ rows: [StressRow]) {
    self.rows = rows
    breaches = PooledRow.pooled(rows).filter { $0.grade == .failed }.map(FailureMessage.init(breach:))
    silences = RowGroup.bySubject(rows).filter(\.isTooWeak)
      .map { FailureMessage(silence: PooledRow.pooled($0.unreproducedRows)) }
    skips = rows.compactMap(\.whySkipped).distinct.map { reason in
      FailureMessage(reason, skipped: PooledRow.pooled(rows.filter { $0.whySkipped == reason }))
    }
  }

  private var failures: [FailureMessage] { breaches + silences + skips }

  package func text(width: Int = 80, color: Bool = false) -> String {
    TextLayout.folded(counts, width: width) + "\n"
      + failures.map { "\n" + $0.text(width: width, color: color) }.joined()
  }

  var messages: [String] { failures.map { $0.text(color: false) } }

  /// The summary as Markdown, with the messages in an indented code block, in which nothing is markup.
  package var markdown: String {
    let block = failures.map { "\n" + $0.text(color: false) }.joined()
    let lines = block.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return Markdown.escaped(counts) + "\n" + lines.map { ($0.isEmpty ? "" : "    " + $0) + "\n" }.joined()
  }

  /// The number of rows per grade, such as `12 rows: 9 passed, 2 reproduced their known defect, 1 was skipped.`
  var counts: String {
    let parts = [
      (rows.count { $0.grade == .passed }, "passed", "passed"),
      (rows.count { $0.grade == .reproduced }, "reproduced its known defect", "reproduced their known defect"),
      (
        rows.count { $0.grade == .notReproduced }, "did not reproduce its known defect",
        "did not reproduce their known defect"
      ),
      (rows.count { $0.grade == .failed }, "failed", "failed"),
      (rows.count { $0.whySkipped != nil }, "was skipped", "were skipped"),
      (rows.count { $0.status == .interrupted }, "was interrupted", "were interrupted"),
    ].filter { $0.0 > 0 }.map { HumanFormat.counted($0, $1, $2) }
    guard !parts.isEmpty else { return "No row ran." }
    let isAsDeclared = rows.allSatisfy { $0.grade == .passed || $0.grade == .reproduced }
    return HumanFormat.counted(rows.count, "row") + (isAsDeclared ? ", as the catalog declares: " : ": ")
      + parts.joined(separator: ", ") + "."
  }
}
