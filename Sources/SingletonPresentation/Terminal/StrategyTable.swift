package import SingletonCore
import SingletonTextFormats

/// The first screen of a run: a line for each strategy, which says whether it is safe, sorted by that and by cost.
///
/// Above the table, three sentences sum it up; below it, its words are explained.
package struct StrategyTable {
  private let strategies: [StrategySummary]
  /// The usages that any row tried, except access, in their order.
  private let usages: [Usage]

  package init(_ rows: [StressRow]) {
    strategies = StrategySummary.sorted(rows)
    usages = strategies.usages
  }

  package func text(width: Int = 80, color: Bool = false) -> String {
    guard !strategies.isEmpty else { return "" }
    let style = Style.widestFirst.first { grid($0).width <= width } ?? Style.widestFirst.last!
    let head = strategies.isFew ? "" : paragraphs(strategies.overview().map(\.sentence), width) + "\n"
    return head + grid(style).text(color: color) + "\n"
      + TextLayout.paragraph(legend(style).joined(separator: ", "), width: width)
      + paragraphs([Self.next], width)
  }

  private func grid(_ style: Style) -> TextGrid {
    TextGrid(columns: columns(style), rows: strategies.count)
  }

  /// The table in GitHub's Markdown, without the explanations of its words.
  package var markdown: String {
    let columns = columns(Style.widestFirst[0])
    let head =
      strategies.isFew ? "" : Markdown.escaped(strategies.overview().map(\.sentence).joined(separator: " ")) + "\n\n"
    return head
      + MarkdownTable(
        titles: columns.map(\.title), numeric: 2..<5,
        rows: strategies.indices.map { row in columns.map { $0.cells[row].text } }
      ).text
  }

  private func paragraphs(_ lines: [String], _ width: Int) -> String {
    lines.flatMap { TextLayout.wrapped($0, width: width, later: "  ", cutsWords: true) }.map { $0 + "\n" }.joined()
  }
}

// MARK: - Columns

extension StrategyTable {
  /// What the table shows, which depends on the width.
  private struct Style {
    enum Usages { case none, labels, phrases }

    /// Whether the verdict on the accessor is a phrase instead of a label.
    var phrasesAccessor = false
    /// Whether there are the number of trials and the share that violated.
    var hasCounts = false
    var usages = Usages.labels

    static let widestFirst = [
      Style(phrasesAccessor: true, hasCounts: true, usages: .phrases),
      Style(phrasesAccessor: true, hasCounts: true), Style(hasCounts: true), Style(), Style(usages: .none),
    ]
  }

  private func columns(_ style: Style) -> [TextGrid.Column] {
    let access = strategies.map { strategy in
      guard let verdict = strategy.accessor else { return StyledText(text: Usage.notTried, tone: .neutral) }
      return style.phrasesAccessor
        ? StyledText(text: verdict.phrase(), tone: verdict.kind.tone) : verdict.label(trials: strategy.trials)
    }
    let counts = [
      column("trials", isNumeric: true) { HumanFormat.short($0.trials) },
      column("violating", isNumeric: true) { HumanFormat.percent($0.violatingTrials, of: $0.trials) },
    ]
    return [
      column("strategy, safest first") { $0.id }, TextGrid.Column(Usage.accessing.words, access),
      column("ns", isNumeric: true) { HumanFormat.short($0.cost) },
    ] + (style.hasCounts ? counts : []) + (style.usages == .none ? [] : usages.map { self.usage($0, style) })
  }

  private func usage(_ usage: Usage, _ style: Style) -> TextGrid.Column {
    let isPhrase = style.usages == .phrases
    return TextGrid.Column(
      isPhrase ? usage.words : usage.label,
      strategies.map { strategy in
        guard let verdict = strategy.verdicts[usage] else { return StyledText(text: Usage.notTried, tone: .neutral) }
        return isPhrase ? verdict.shortPhrase : verdict.cell
      })
  }

  private func column(
    _ title: String, isNumeric: Bool = false, _ text: (StrategySummary) -> String
  ) -> TextGrid.Column {
    TextGrid.Column(title, strategies.map { StyledText(text: text($0), tone: .neutral) }, isNumeric: isNumeric)
  }
}

extension Verdict {
  /// The verdict in a few words, without what they have in common.
  var shortPhrase: StyledText {
    let text = kind == .unsafe ? defects.inOrderOfInterest.first?.briefly ?? kind.words : kind.words
    return StyledText(text: text, tone: kind.tone)
  }
}

extension Usage {
  /// The cell of a usage that no row tried.
  static let notTried = "."

  /// The title of a narrow column.
  package var label: String {
    switch self {
    case .accessing: "accessor"
    case .constructing: "new"
    case .copying: "copy"
    case .subclassing: "child"
    case .ending: "end"
    case .reentering: "re-in"
    }
  }

  package var words: String {
    switch self {
    case .accessing: "just asked"
    case .constructing: "constructing"
    case .copying: "copying"
    case .subclassing: "subclassing"
    case .ending: "tearing down"
    case .reentering: "re-entering"
    }
  }

  /// What callers do, as the legend says it, or `nil` if the title does.
  fileprivate var meaning: String? {
    switch self {
    case .accessing, .copying: nil
    case .constructing: "constructed"
    case .subclassing: "subclassed"
    case .ending: "torn down"
    case .reentering: "asked in its init"
    }
  }
}

// MARK: - The text around the table

extension StrategyTable {
  /// What to run next.
  private static var next: String {
    let tool = Tool.current
    return (tool.hasCourse ? "In Swift: \(tool.name) learn swift. Why: " : "Why: \(tool.name) ")
      + "explain NAME, check --strategy NAME."
  }

  /// The meanings of the words and signs that the table has.
  private func legend(_ style: Style) -> [String] {
    let usages = style.usages == .none ? [] : usages
    let hasGaps = ([.accessing] + usages).contains { usage in strategies.contains { $0.verdicts[usage] == nil } }
    return ["ns: a later access"] + (hasGaps ? ["\(Usage.notTried): not tried"] : [])
      + (style.usages == .phrases ? [] : labels(usages))
  }

  private func labels(_ usages: [Usage]) -> [String] {
    // The accessor's column says in words what it only looks like.
    let verdicts = strategies.flatMap { strategy in
      [strategy.accessor].compactMap(\.self).filter { $0.kind == .unsafe } + usages.compactMap { strategy.verdicts[$0] }
    }
    return usages.compactMap { usage in usage.meaning.map { "\(usage.label): \($0)" } } + Verdict.legend(of: verdicts)
  }
}
