package import SingletonCore
package import SingletonTextFormats

/// What one row has found, while a run goes on: first its grade, which the last line of the run counts, then what the
/// table of rows says.
package struct RowResult {
  private let row: StressRow

  package init(_ row: StressRow) { self.row = row }

  /// Returns the text in lines that are shorter than the width, with the end of the last one.
  package func text(width: Int) -> StyledText {
    let outcome = StyledText(PooledRow.pooled([row])[0])
    let sentence = "\(grade): \(row.key.title): \(outcome.text)\(share)"
    let lines = TextLayout.wrapped(sentence, width: width - 1, later: "  ", cutsWords: true)
    return StyledText(text: lines.joined(separator: "\n") + "\n", tone: outcome.tone)
  }

  private var grade: String { row.grade?.rawValue ?? (row.whySkipped == nil ? "interrupted" : "skipped") }

  private var share: String {
    let violating = row.measured?.tally[.violatingTrials] ?? 0
    guard let trials = row.measured?.tally[.trials], violating > 0 else { return "" }
    return "; \(HumanFormat.percent(violating, of: trials)) of \(HumanFormat.short(trials)) trials violate"
  }
}
