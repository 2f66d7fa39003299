import SingletonCore
import SingletonTextFormats

/// A table of the verdicts on strategies in scenarios.
///
/// Thread counts and replicates are pooled: the worst verdict counts, and a defect counts as seen if it was seen once.
/// Verdicts of two forms, with their counts, stand one below the other.
struct VerdictTable {
  private let reports: [PageReport]
  private let strategies: [String]
  private let scenarios: [String]
  /// The forms in the order of the report.
  private let forms: [String]
  /// The rows of each report, keyed by strategy, scenario, and form.
  private let groups: [[RowKey: [RowGroup]]]

  init(of reports: [PageReport]) {
    self.reports = reports
    groups = reports.map { Dictionary(grouping: $0.pooled.filter(\.hasBegun), by: \.key.subject) }
    scenarios = Set(groups.flatMap(\.keys)).map(\.scenario).inScenarioOrder
    strategies = reports.series.map(\.strategy).distinct
    forms = Set(reports.flatMap { $0.rows.map(\.key.form) }).sorted(by: >)
  }

  private var table: Table {
    Table(
      "Strategies against scenarios, by verdict",
      columns: [Table.Column("strategy")] + scenarios.map { Table.Column($0, .verdict) },
      rows: strategies.map { strategy in
        Table.Row([Table.Cell(strategy)] + scenarios.map { cell(places(strategy, $0)) })
      })
  }

  private func cell(_ places: [RowKey]) -> Table.Cell {
    Table.Cell(reports.indices.flatMap { report in places.map { band($0, report) } })
  }

  /// The keys of the forms of a strategy in a scenario that a report has.
  private func places(_ strategy: String, _ scenario: String) -> [RowKey] {
    forms.map { form in
      var key = RowKey.subject(strategy, scenario)
      key.form = form
      return key
    }.filter { place in groups.contains { $0[place] != nil } }
  }

  var markup: [Markup] {
    let description =
      "Each verdict: the worst over thread counts and replicates, then how many of how many trials violate. A dot"
      + " (\(Table.Cell.notTried)): the strategy does not declare the scenario."
    return [.paragraph(description), table.markup, table.foldedHints(as: "The matrix in sentences")]
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
    let more = [verdict.kind == .safe ? "" : rows.violatingOfTrials, rows.harmless.list, rows.deviation].filter {
      !$0.isEmpty
    }
    return Table.Cell(
      StyledText(text: name + label.text, tone: label.tone), more: more.joined(separator: ", "),
      hint: hint + rows.sentence(verdict))
  }
}

extension [RowGroup] {
  /// The share of violating trials, such as `0.62% of 634 k`.
  fileprivate var violatingOfTrials: String {
    let (trials, violating) = (count(.trials), count(.violatingTrials))
    if trials == 0 { return "" }
    return violating == 0
      ? "\(violatingShare) of \(HumanFormat.short(trials))" : HumanFormat.shareWithWhole(violating, of: trials)
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
