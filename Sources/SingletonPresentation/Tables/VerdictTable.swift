package import SingletonCore
import SingletonTextFormats

/// A table of the verdicts on strategies in scenarios.
///
/// Thread counts and replicates are pooled: the worst verdict counts, and a defect counts as seen if it was seen once.
/// Verdicts of two forms, with their counts, stand one below the other; where a cell has room for one word, it is the
/// worse one.
package struct VerdictTable {
  private let reports: [PageReport]
  private let strategies: [String]
  private let scenarios: [String]
  private let threads: [Int]
  private let costs: [String]
  /// The forms in the order of the report.
  private let forms: [String]
  /// The rows of each report, keyed by strategy, scenario, and form.
  private let groups: [[RowKey: [RowGroup]]]

  package init(_ rows: [StressRow]) { self.init(of: [PageReport(rows: rows)]) }

  init(of reports: [PageReport]) {
    self.reports = reports
    groups = reports.map { Dictionary(grouping: $0.pooled.filter(\.hasBegun), by: \.key.subject) }
    scenarios = Set(groups.flatMap(\.keys)).map(\.scenario).inScenarioOrder
    strategies = reports.series.map(\.strategy).distinct
    threads = Set(reports.flatMap { $0.rows.map(\.key.threads) }).sorted()
    costs = reports.flatMap { $0.rows.map(\.key) }.initializerCosts
    forms = Set(reports.flatMap { $0.rows.map(\.key.form) }).sorted(by: >)
  }

  /// - Parameter cell: Returns the cell of a strategy and a scenario.
  private func table(_ cell: ([RowKey]) -> Table.Cell) -> Table {
    Table(
      "Strategies against scenarios, by verdict",
      columns: [Table.Column("strategy")]
        + scenarios.map { Table.Column($0, .verdict, lines: Self.lines(ofTitle: $0)) },
      rows: strategies.map { strategy in
        Table.Row([Table.Cell(strategy)] + scenarios.map { cell(places(strategy, $0)) })
      })
  }

  /// The keys of the forms of a strategy in a scenario that a report has.
  private func places(_ strategy: String, _ scenario: String) -> [RowKey] {
    forms.map { form in
      var key = RowKey.subject(strategy, scenario)
      key.form = form
      return key
    }.filter { place in groups.contains { $0[place] != nil } }
  }

  /// Returns a title in two lines, broken at its first hyphen.
  private static func lines(ofTitle scenario: String) -> [String] {
    let parts = scenario.split(separator: "-", maxSplits: 1).map(String.init)
    return parts.count == 2 ? [parts[0] + "-", parts[1]] : ["", parts[0]]
  }

  /// Returns the table as text. Columns that do not fit on a line follow in further tables below.
  package func text(width: Int = 80, color: Bool = false) -> String {
    guard !scenarios.isEmpty else { return "" }
    let blocks = table(word).stacked(width: width, gap: 2)
    let shown = strategies.flatMap { strategy in scenarios.map { rows(places(strategy, $0)) } }
    let harmless = shown.joined().reduce(into: Set<Defect>()) { $0.formUnion($1.harmless) }
    let meanings =
      Verdict.legend(of: shown.compactMap(\.verdict)) + [StyledText.legend(ofHarmless: harmless)].compactMap(\.self)
    let legend =
      meanings.isEmpty ? "" : "\n" + TextLayout.paragraph(meanings.joined(separator: ", ") + ".", width: width)
    return heading(width) + blocks.map { "\n" + $0.text(color: color, gap: 2) }.joined() + legend
  }

  private func heading(_ width: Int) -> String {
    let hint = threads.count > 1 ? "; a number: the fewest threads that caused it" : ""
    let counts = threads.map(HumanFormat.grouped).joined(separator: ", ")
    let pooled = costs.count > 1 ? " and initializer costs \(costs.joined(separator: ", "))" : ""
    let text =
      "Verdicts\(forms.count > 1 ? " of both forms" : "") with \(counts) \(threads == [1] ? "thread" : "threads")\(pooled)\(hint)"
    return TextLayout.wrapped(text, width: width, later: "   ", cutsWords: true).map { $0 + "\n" }.joined()
  }

  var markup: [Markup] {
    let description =
      "Each verdict: the worst over thread counts and replicates, then how many of how many trials violate. A dot"
      + " (\(Table.Cell.notTried)): the strategy does not declare the scenario."
    let matrix = table { places in Table.Cell(reports.indices.flatMap { report in places.map { band($0, report) } }) }
    return [.paragraph(description), matrix.markup, matrix.foldedHints(as: "The matrix in sentences")]
  }
}

// MARK: - Reports side by side

extension VerdictTable {
  /// The strategies, scenarios, and forms on which reports disagree: the kind of verdict or the most important defect
  /// differs, or a report has no such row. Which other defects are seen is a matter of chance.
  var disputed: [RowKey] {
    strategies.flatMap { strategy in scenarios.flatMap { places(strategy, $0) } }.filter { place in
      Set(groups.map { $0[place]?.verdict?.phrase() }).count > 1
    }
  }

  /// Returns a table of some strategies and scenarios, with a column for each report.
  func sideBySide(_ places: [RowKey], caption: String) -> [Markup] {
    let table = Table(
      caption, columns: [Table.Column("strategy, scenario")] + reports.map { Table.Column($0.name, .verdict) },
      rows: places.map { place in
        Table.Row(
          [Table.Cell(title(place))]
            + reports.indices.map { groups[$0][place] == nil ? .blank : band(place, $0, isNamed: false) })
      })
    let description =
      "Each cell: the worst verdict over thread counts and replicates, then how many of how many trials violate. A run"
      + " in which nothing happened has not shown that nothing can happen."
    return [.paragraph(description), table.markup]
  }
}

// MARK: - Cells

extension VerdictTable {
  private func title(_ place: RowKey) -> String {
    ([place.strategy, place.scenario] + (forms.count > 1 ? [place.form] : [])).joined(separator: ", ")
  }

  private func band(_ place: RowKey, _ report: Int, isNamed: Bool = true) -> Table.Cell {
    let names = isNamed ? [reports[report].name, forms.count > 1 ? place.form : ""].filter { !$0.isEmpty } : []
    let name = names.map { $0 + " " }.joined()
    let hint = "\(reports[report].prefix)\(title(place)): "
    guard let rows = groups[report][place], let verdict = rows.verdict else {
      return Table.Cell(StyledText(text: name + "no row", tone: .neutral), hint: hint + "no row")
    }
    let label = verdict.label(trials: rows.count(.trials))
    let more = [rows.violatingShare, rows.harmless.list, rows.deviation].filter { !$0.isEmpty }
    return Table.Cell(
      StyledText(text: name + label.text, tone: label.tone), more: more.joined(separator: ", "),
      hint: hint + rows.sentence(verdict))
  }

  private func rows(_ places: [RowKey]) -> [RowGroup] { places.flatMap { groups[0][$0] ?? [] } }

  /// Returns the worst verdict in one word. If the table pools thread counts, the smallest thread count with this verdict
  /// is added.
  private func word(_ places: [RowKey]) -> Table.Cell {
    let rows = rows(places)
    guard let verdict = rows.verdict else { return .blank }
    let cell = verdict.cell.marked(with: rows.harmless)
    let fewest = rows.filter { $0.verdict.kind == verdict.kind }.map(\.key.threads).min()
    guard let fewest, threads.count > 1, !verdict.kind.isSafe else { return Table.Cell(cell) }
    return Table.Cell(StyledText(text: "\(cell.text) \(fewest)", tone: cell.tone))
  }
}

extension [RowGroup] {
  /// The share of violating trials, such as `0.62% of 634k`.
  fileprivate var violatingShare: String {
    let trials = count(.trials)
    guard trials > 0 else { return "" }
    return HumanFormat.percent(count(.violatingTrials), of: trials)
      + " of \(HumanFormat.short(trials).replacing(character: " ", with: ""))"
  }

  fileprivate var deviation: String {
    Grade.pooled(map(\.grade))?.notice ?? ""
  }

  fileprivate func sentence(_ verdict: Verdict) -> String {
    let trials = HumanFormat.counted(count(.trials), "trial")
    let violating = HumanFormat.grouped(count(.violatingTrials))
    let outcomes = map { StyledText($0).text }.distinct.joined(separator: "; ")
    return "\(verdict.phrase(naming: true)): \(violating) of \(trials) violate (\(outcomes))"
  }
}
