package import SingletonCore
import SingletonTextFormats

/// The first screen of a run: a line for each strategy, which says whether it is safe, the safer ones first.
///
/// Above the table, a few sentences sum it up and say which strategy to write; below it, its words are explained.
package struct StrategyTable {
  private let strategies: [StrategySummary]
  /// The usages that any row tried, except access, in their order.
  private let usages: [Usage]
  private let threads: ThreadsNote

  package init(_ rows: [StressRow]) {
    strategies = StrategySummary.sorted(rows)
    usages = strategies.usages
    threads = ThreadsNote(rows)
  }

  package func text(width: Int = 80, color: Bool = false) -> String {
    guard !strategies.isEmpty else { return "" }
    let style = styles.first { grid($0).width <= width } ?? styles.last!
    let head = strategies.isFew ? "" : paragraphs(overview, width) + "\n"
    return head + grid(style).text(color: color) + "\n"
      + TextLayout.paragraph(legend(style).joined(separator: ", "), width: width)
      + paragraphs(notes(style, width: width) + [Self.next], width)
  }

  private func grid(_ style: Style) -> TextGrid {
    TextGrid(columns: columns(style), rows: strategies.count)
  }

  /// The table in GitHub's Markdown, without the explanations of its words.
  package var markdown: String {
    let columns = columns(styles[0])
    let head = strategies.isFew ? "" : Markdown.escaped(overview.joined(separator: " ")) + "\n\n"
    let notes = [StrategySummary.order] + threads.sentences(each: "the rows below have each")
    return head
      + MarkdownTable(
        titles: columns.map(\.title), numeric: 2..<5,
        rows: strategies.indices.map { row in columns.map { $0.cells[row].text } }
      ).text + "\n" + Markdown.escaped(notes.joined(separator: " ")) + "\n"
  }

  private var overview: [String] { strategies.overview().map(\.sentence) + [strategies.advice].compactMap(\.self) }

  private func paragraphs(_ lines: [String], _ width: Int) -> String {
    lines.flatMap { TextLayout.wrapped($0, width: width, later: "  ", cutsWords: true) }.map { $0 + "\n" }.joined()
  }
}

// MARK: - Columns

extension StrategyTable {
  /// What the table shows, which depends on the width.
  private struct Style {
    /// Whether the verdict on the accessor is a phrase instead of a label.
    var phrasesAccessor = false
    /// Whether those on the other usages are.
    var phrasesUsages = false
    /// The usages that have a column.
    var usages: ArraySlice<Usage>
  }

  /// The styles, the widest first. What does not fit is left out from the last usage on, and the table says so.
  private var styles: [Style] {
    [
      Style(phrasesAccessor: true, phrasesUsages: true, usages: usages[...]),
      Style(phrasesAccessor: true, usages: usages[...]),
    ] + (0...usages.count).reversed().map { Style(usages: usages.prefix($0)) }
  }

  private func columns(_ style: Style) -> [TextGrid.Column] {
    [
      column("strategy, safest first") { $0.id }, TextGrid.Column(Usage.accessing.words, accessor(style)),
      column("ns", isNumeric: true) { $0.cost.text },
      column("trials", isNumeric: true) { HumanFormat.short($0.trials) },
      column("violating", isNumeric: true) { HumanFormat.percent($0.violatingTrials, of: $0.trials) },
    ] + style.usages.map { self.usage($0, style) }
  }

  private func accessor(_ style: Style) -> [StyledText] {
    strategies.map { strategy in
      let harmless = strategy.harmless[.accessing] ?? []
      guard let verdict = strategy.accessor else { return StyledText(text: Usage.notTried, tone: .neutral) }
      return style.phrasesAccessor
        ? verdict.styledPhrase.naming(harmless) : verdict.label(trials: strategy.trials).marked(with: harmless)
    }
  }

  private func usage(_ usage: Usage, _ style: Style) -> TextGrid.Column {
    TextGrid.Column(
      style.phrasesUsages ? usage.words : usage.label,
      strategies.map { strategy in
        let harmless = strategy.harmless[usage] ?? []
        guard let verdict = strategy.verdicts[usage] else { return StyledText(text: Usage.notTried, tone: .neutral) }
        return style.phrasesUsages ? verdict.shortPhrase.naming(harmless) : verdict.cell.marked(with: harmless)
      })
  }

  private func column(
    _ title: String, isNumeric: Bool = false, _ text: (StrategySummary) -> String
  ) -> TextGrid.Column {
    TextGrid.Column(title, strategies.map { StyledText(text: text($0), tone: .neutral) }, isNumeric: isNumeric)
  }
}

extension Verdict {
  var styledPhrase: StyledText { StyledText(text: phrase(), tone: kind.tone) }

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
    case .reacquiring: "re-ask"
    case .constructing: "new"
    case .copying: "copy"
    case .subclassing: "child"
    case .ending: "end"
    case .reentering: "re-in"
    }
  }

  package var words: String {
    switch self {
    case .accessing: "asked once"
    case .reacquiring: "asked again"
    case .constructing: "constructing"
    case .copying: "copying"
    case .subclassing: "subclassing"
    case .ending: "ending or overwriting"
    case .reentering: "re-entering"
    }
  }

  /// What callers do, as the legend says it, or `nil` if the title does.
  fileprivate var meaning: String? {
    switch self {
    case .accessing, .copying: nil
    case .reacquiring: "asked again after a drop"
    case .constructing: "constructed"
    case .subclassing: "subclassed"
    case .ending: "ended or overwritten"
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
    let shown = [.accessing] + style.usages
    let hasGaps = shown.contains { usage in strategies.contains { $0.verdicts[usage] == nil } }
    let marked = style.phrasesAccessor ? style.phrasesUsages ? [] : Array(style.usages) : shown
    let harmless = marked.reduce(into: Set<Defect>()) { defects, usage in
      for strategy in strategies { defects.formUnion(strategy.harmless[usage] ?? []) }
    }
    let isProved = !style.phrasesAccessor && strategies.contains { $0.accessor?.kind == .proved }
    return ["ns: \(AccessTiming.briefMeaning)"] + (isProved ? ["proved: \(Verdict.proofScope)"] : [])
      + (hasGaps ? ["\(Usage.notTried): not tried"] : [])
      + (style.phrasesUsages ? [] : labels(style.usages)) + [HarmlessMark.meaning(of: harmless)].compactMap(\.self)
      + [AccessCost.note(strategies.map(\.cost))].compactMap(\.self)
  }

  private func labels(_ usages: ArraySlice<Usage>) -> [String] {
    // The accessor's column says in words what it only looks like.
    let verdicts = strategies.flatMap { strategy in
      [strategy.accessor].compactMap(\.self).filter { $0.kind == .unsafe } + usages.compactMap { strategy.verdicts[$0] }
    }
    return usages.compactMap { usage in usage.meaning.map { "\(usage.label): \($0)" } } + Verdict.legend(of: verdicts)
  }

  /// What a reader needs to know of the table as a whole.
  private func notes(_ style: Style, width: Int) -> [String] {
    let hidden = usages.dropFirst(style.usages.count).map(\.label)
    let order = strategies.count > 1 ? [StrategySummary.order] : []
    let gap =
      hidden.isEmpty
      ? [] : ["No room in \(width) columns for \(hidden.joined(separator: ", ")): --format matrix has every use."]
    return order + threads.sentences(each: "--format rows has each") + gap
  }
}
