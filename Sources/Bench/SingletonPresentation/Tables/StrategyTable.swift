package import SingletonCore
import SingletonStatistics
import SingletonTextFormats

/// The first screen of a run: a line for each form of each strategy that tells whether it is safe. Strategies without a
/// defect come first. A line's verdict, proof, and figures are of one form, which the heading above it names if there are two.
///
/// The answer sums it up and advises a strategy. The sentences below the table explain its words.
package struct StrategyTable {
  private let strategies: [StrategySummary]
  private let threads: [Int]
  private let costs: [String]
  /// The median time of the empty loop of the first form, in nanoseconds.
  private let floor: Double?
  private let table: Table
  /// The table of rates by initializer cost, or `nil` if there is only one cost.
  private let costTable: InitializerCostTable?

  package init(_ rows: [StressRow]) { self.init(PageReport(rows: rows)) }

  init(_ report: PageReport) {
    let strategies = report.strategies
    self.strategies = strategies
    let (usages, forms) = (strategies.usages, strategies.forms)
    threads = Set(report.rows.map(\.key.threads)).sorted()
    costs = report.rows.map(\.key).initializerCosts
    costTable = InitializerCostTable(report.rows)
    floor =
      MedianInterval(of: report.rows.filter { $0.key.form == forms.first }.compactMap(\.measured?.access?.floor))?
      .median
    table = Table(
      "What was seen of each strategy", sections: "form",
      columns: [
        Table.Column("strategy"), Table.Column(Usage.accessing.title, .verdict),
        Table.Column("ns", .figure), Table.Column("trials", .figure), Table.Column("violating", .figure),
      ] + usages.map { Table.Column($0.title, .verdict, brief: $0.label) },
      rows: strategies.map { strategy in
        let trials = HumanFormat.short(strategy.trials(.accessing))
        let share = strategy.asked.violatingShare
        let figures = [strategy.cost.text, trials, share == Mark.ended.rawValue ? "\(share) of \(trials)" : share]
        return Table.Row(
          section: forms.count > 1 ? RowForm.place(strategy.form) : nil,
          [Table.Cell(strategy.id), strategy.accessorCell] + figures.map { Table.Cell($0) }
            + usages.map(strategy.cell))
      })
  }

  /// Returns the answer, followed by the table and the explanations of its words.
  ///
  /// - Parameter closing: A text that follows the explanations. If there is one, the answer comes after it, where the reader
  ///   of a terminal sees it.
  package func text(width: Int = 80, color: Bool = false, before closing: String? = nil) -> String {
    guard !strategies.isEmpty else { return "" }
    let answer = strategies.isFew ? "" : paragraphs(overview, width)
    let form = forms.first { fitted($0).width(gap: 1) <= width } ?? forms.last!
    let text =
      fitted(form).text(width: width, color: color, gap: 1, blank: Table.Cell.notTried) + "\n"
      + TextLayout.paragraph(legend(form).joined(separator: ", "), width: width)
      + paragraphs(order + sentences(each: "--format rows has each") + gap(form, width) + [Self.next], width)
      + (costTable.map { "\n" + $0.text(width: width) } ?? "")
    let parts = closing.map { [text + $0, answer] } ?? [answer, text]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The table in GitHub's Markdown, without explanations.
  package var markdown: String {
    let head = strategies.isFew ? "" : Markdown.escaped(overview.joined(separator: " ")) + "\n\n"
    let notes = [StrategySummary.order] + sentences(each: "the rows below have each")
    return head + table.markdown + "\n" + Markdown.escaped(notes.joined(separator: " ")) + "\n"
      + (costTable.map { "\n" + $0.markdown } ?? "")
  }

  /// The table for a page. The page's header contains the sentences that sum it up.
  var markup: [Markup] {
    guard !strategies.isEmpty else { return [.paragraph("No strategy ran.")] }
    let description =
      [
        "A line for each strategy, with a column for what callers do. A dot (\(Table.Cell.notTried)) is not tried.",
        StrategySummary.order, "ns: \(AccessTiming.meaning): \(contents).",
      ] + sentences(each: "the charts below have each")
      + (AccessCost.notes(strategies.map(\.cost)) + strategies.flatMap(\.asked).noteOfEnds).map { $0 + "." }
    let kinds = Set(strategies.flatMap(\.verdicts.values).map(\.kind))
    let meanings = Verdict.Kind.allCases.filter(kinds.contains).map { ($0.tone, "\($0.label): \($0.meaning)") }
    return [.paragraph(description.joined(separator: " ")), table.wholeMarkup, .legend(meanings)]
  }

  private var overview: [String] {
    [strategies.advice].compactMap(\.self)
      + strategies.overview().map { $0.map(\.sentence).joined(separator: " ") }
  }

  /// The parts of one timed access, for each form.
  private var contents: String {
    strategies.forms.map { form in
      (strategies.forms.count > 1 ? RowForm.place(form) + ", " : "") + AccessTiming.content(of: form)
    }.joined(separator: "; ")
  }

  private func paragraphs(_ lines: [String], _ width: Int) -> String {
    lines.flatMap { TextLayout.wrapped($0, width: width, later: "  ", cutsWords: true) }.map { $0 + "\n" }.joined()
  }
}

// MARK: - The form for a terminal

extension StrategyTable {
  private static let firstUsage = 5

  private var usages: [Usage] { strategies.usages }

  /// A layout of the table for a terminal, chosen by width.
  private struct Form {
    /// The index of the first column with short words instead of phrases as verdicts.
    let firstBrief: Int
    let usages: ArraySlice<Usage>

    var phrasesAccessor: Bool { firstBrief > 1 }
    var phrasesUsages: Bool { firstBrief > StrategyTable.firstUsage }
  }

  /// The layouts, the widest first. If the last usages do not fit, they are left out, and a note says so.
  private var forms: [Form] {
    [.max, Self.firstUsage].map { Form(firstBrief: $0, usages: usages[...]) }
      + (0...usages.count).reversed().map { Form(firstBrief: 0, usages: usages.prefix($0)) }
  }

  private func fitted(_ form: Form) -> Table {
    table.brief(from: form.firstBrief).columns(Array(0..<Self.firstUsage + form.usages.count))
  }

  /// Returns the meanings of the words and signs in the table.
  private func legend(_ form: Form) -> [String] {
    let shown = [.accessing] + form.usages
    let hasGaps = shown.contains { usage in strategies.contains { $0.verdicts[usage] == nil } }
    let marked = form.phrasesAccessor ? form.phrasesUsages ? [] : Array(form.usages) : shown
    let harmless = marked.reduce(into: Set<Defect>()) { defects, usage in
      for strategy in strategies { defects.formUnion(strategy.harmless[usage] ?? []) }
    }
    let proofs = form.phrasesAccessor ? [] : Set(strategies.compactMap(\.accessor?.kind))
    let place = strategies.forms.count > 1 ? " in plain Swift" : ""
    let loop = floor.map { ["\(HumanFormat.short($0)) for the loop without a strategy\(place)"] } ?? []
    return ["ns: \(AccessTiming.briefMeaning(of: strategies.forms))"] + loop + Verdict.legend(ofProofs: proofs)
      + (hasGaps ? ["\(Table.Cell.notTried): not tried"] : [])
      + (form.phrasesUsages ? [] : labels(form.usages))
      + [StyledText.legend(ofHarmless: harmless)].compactMap(\.self) + AccessCost.notes(strategies.map(\.cost))
      + strategies.flatMap(\.asked).noteOfEnds
  }

  private func labels(_ usages: ArraySlice<Usage>) -> [String] {
    // Other verdicts are in the accessor's column in full.
    let verdicts = strategies.flatMap { strategy in
      [strategy.accessor].compactMap(\.self).filter { $0.kind == .unsafe } + usages.compactMap { strategy.verdicts[$0] }
    }
    return usages.compactMap { usage in usage.meaning.map { "\(usage.label): \($0)" } } + Verdict.legend(of: verdicts)
  }

  private func gap(_ form: Form, _ width: Int) -> [String] {
    let hidden = usages.dropFirst(form.usages.count).map(\.label).joined(separator: ", ")
    return hidden.isEmpty ? [] : ["No room in \(width) columns for \(hidden): --format rows has every use."]
  }

  private var order: [String] { strategies.count > 1 ? [StrategySummary.order] : [] }

  private static var next: String {
    let tool = Tool.current
    return (tool.hasCourse ? "In Swift: \(tool.name) learn swift. Why: " : "Why: \(tool.name) ")
      + "explain NAME, check --strategy NAME."
  }
}

// MARK: - Thread counts and costs

extension StrategyTable {
  /// Returns notes on thread counts and initializer costs, if there are several of them, because the table pools their
  /// rows.
  ///
  /// - Parameter each: The end of a sentence that tells where the figures for each of them are.
  private func sentences(each: String) -> [String] {
    let pooled =
      (threads.count < 2 ? [] : [Self.list(threads.map(HumanFormat.grouped)) + " threads"])
      + (costs.count < 2 ? [] : ["Initializer costs " + Self.list(costs)])
    return pooled.map { "\($0) count together: the worst verdict, all trials; \(each)." }
  }

  private static func list(_ texts: [String]) -> String {
    texts.count < 2 ? texts.joined() : texts.dropLast().joined(separator: ", ") + " and " + texts.last!
  }
}

// MARK: - Cells and titles

extension RowForm {
  /// The form in words, as a heading and in a sentence.
  static func place(_ form: String) -> String {
    form == RowForm.plain.rawValue
      ? "in plain Swift (form plain)" : "in the harness's form, written for the model checker"
  }
}

extension StrategySummary {
  fileprivate var accessorCell: Table.Cell {
    guard let accessor else { return .blank }
    let harmless = harmless[.accessing] ?? []
    return Table.Cell(
      accessor.styledPhrase(trials: trials(.accessing)).naming(harmless),
      brief: accessor.label(trials: trials(.accessing)).marked(with: harmless))
  }

  fileprivate func cell(_ usage: Usage) -> Table.Cell {
    guard let verdict = verdicts[usage] else { return .blank }
    let harmless = harmless[usage] ?? []
    return Table.Cell(
      verdict.shortPhrase(trials: trials(usage)).naming(harmless), brief: verdict.cell.marked(with: harmless),
      hint: verdict.phrase(naming: true, trials: trials(usage)))
  }
}

extension Usage {
  package var title: String { texts.title }

  /// The title of the usage's column if it is narrow.
  package var label: String { texts.label }

  /// The meaning of the label, for the legend, or `nil` if the label is clear.
  fileprivate var meaning: String? { texts.meaning }

  private var texts: (title: String, label: String, meaning: String?) {
    switch self {
    case .accessing: ("asked once", "accessor", nil)
    case .reacquiring: ("asked again", "re-ask", "asked again after a drop")
    case .constructing: ("constructing", "new", "constructed")
    case .copying: ("copying", "copy", nil)
    case .subclassing: ("subclassing", "child", "subclassed")
    case .ending: ("ending or overwriting", "end", "ended or overwritten")
    case .reentering: ("re-entering", "re-in", "asked in its init")
    case .failing: ("after a failure", "fail", "asked after a failure")
    }
  }
}
