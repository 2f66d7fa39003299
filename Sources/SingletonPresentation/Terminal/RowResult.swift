package import SingletonCore
package import SingletonTextFormats

/// What one row has found, in one line, while a run goes on.
package struct RowResult {
  private let row: StressRow

  package init(_ row: StressRow) { self.row = row }

  /// Returns the line, cut to the width, with its end of line.
  package func line(width: Int) -> StyledText {
    let kind = row.verdict.kind
    let rate = row.measured?.tally[.violatingTrials] ?? 0
    let trials = row.measured?.tally[.trials] ?? 0
    let share = rate == 0 ? "" : " in \(HumanFormat.percent(rate, of: trials)) of \(HumanFormat.short(trials)) trials"
    let text = "\(kind.sign) \(row.key.words): \(row.verdict.phrase())\(share)"
    return StyledText(text: String(text.prefix(max(0, width - 1))) + "\n", tone: kind.tone)
  }
}
