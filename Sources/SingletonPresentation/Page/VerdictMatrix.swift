import SingletonCore
import SingletonTextFormats

/// The verdicts on all strategies in all scenarios, over thread counts and replicates. A defect seen once was seen.
struct VerdictMatrix {
  private let reports: [PageReport]
  private let strategies: [String]
  private let scenarios: [String]
  private let groups: [[RowKey: [PooledRow]]]

  init(_ reports: [PageReport]) {
    self.reports = reports
    groups = reports.map { report in
      Dictionary(grouping: report.pooled) { $0.key.subject }
    }
    let places = Set(groups.flatMap(\.keys))
    scenarios = places.map(\.scenario).inScenarioOrder
    strategies = reports.subjects.map(\.strategy).distinct
  }

  var markup: [Markup] {
    Matrix(
      title: "Strategies against scenarios, by verdict", description: description, columns: scenarios,
      rows: strategies.map { ($0, cells(of: $0)) }
    ).markup + [table.folded(as: "The matrix in sentences")]
  }

  /// The verdicts that differ between the two reports, in their kind or in the defect that matters most: which others
  /// are seen is chance.
  var changes: [[String]] {
    places.filter { verdict($0, 0)?.phrase() != verdict($0, 1)?.phrase() }.map { place in
      [place.strategy, place.scenario] + reports.indices.map { phrase(place, $0) }
    }
  }

  /// The strategies and scenarios on which the reports that have them disagree, and the others.
  var opinions: (disputed: [RowKey], agreed: [RowKey]) {
    let disputed = Set(
      places.filter { place in Set(reports.indices.compactMap { verdict(place, $0)?.phrase() }).count > 1 })
    return (places.filter(disputed.contains), places.filter { !disputed.contains($0) })
  }

  /// Returns some strategies and scenarios with a column for each report.
  func sideBySide(_ rows: [RowKey], title: String) -> [Markup] {
    guard !rows.isEmpty else { return [.element("p", text: "None.")] }
    return Matrix(
      title: title,
      description: "Each cell: the worst verdict over thread counts and replicates, then how many of how many trials"
        + " violate. A run in which nothing happened has not shown that nothing can.",
      columns: reports.map(\.name),
      rows: rows.map { place in
        (
          "\(place.strategy), \(place.scenario)",
          reports.indices.map { .bands(groups[$0][place] == nil ? [] : [band(place, $0, isNamed: false)]) }
        )
      }
    ).markup
  }

  private var places: [RowKey] {
    strategies.flatMap { strategy in scenarios.map { .subject(strategy, $0) } }
      .filter { place in groups.contains { $0[place] != nil } }
  }

  private func cells(of strategy: String) -> [Matrix.Cell] {
    scenarios.map { scenario in
      let place = RowKey.subject(strategy, scenario)
      guard groups.contains(where: { $0[place] != nil }) else { return .bands([]) }
      return .bands(reports.indices.map { band(place, $0) })
    }
  }

  private func band(_ place: RowKey, _ report: Int, isNamed: Bool = true) -> Matrix.Band {
    let label = verdict(place, report)?.label(trials: count(.trials, place, report))
    let name = reports[report].name.isEmpty || !isNamed ? "" : reports[report].name + " "
    return Matrix.Band(
      tone: label?.tone ?? .neutral, text: name + (label?.text ?? "no row"),
      more: [figures(place, report), harmless(place, report), conformity(place, report)].compactMap(\.self)
        .joined(separator: ", "),
      words: "\(reports[report].prefix)\(place.strategy), \(place.scenario): \(words(place, report))")
  }

  /// Returns the pooled verdict, or `nil` if the report has no row of the place.
  private func verdict(_ place: RowKey, _ report: Int) -> Verdict? {
    groups[report][place].flatMap { Verdict.pooled($0.map(\.verdict)) }
  }

  private func phrase(_ place: RowKey, _ report: Int) -> String {
    verdict(place, report).map { $0.phrase(naming: true) } ?? "no row"
  }

  private func count(_ counter: Counter, _ place: RowKey, _ report: Int) -> UInt64 {
    (groups[report][place] ?? []).reduce(0) { $0 &+ $1.tally[counter] }
  }

  /// Returns the share of violating trials, such as `0.62% of 634k`, or `nil` if there is no trial.
  private func figures(_ place: RowKey, _ report: Int) -> String? {
    let trials = count(.trials, place, report)
    guard trials > 0 else { return nil }
    return HumanFormat.percent(count(.violatingTrials, place, report), of: trials)
      + " of \(HumanFormat.short(trials).replacing(character: " ", with: ""))"
  }

  /// Returns what was seen besides and breaks no promise, or `nil` if there is nothing.
  private func harmless(_ place: RowKey, _ report: Int) -> String? {
    guard verdict(place, report)?.kind.sawNothing == true else { return nil }
    let defects = (groups[report][place] ?? []).reduce(into: Set<Defect>()) { $0.formUnion($1.harmless) }
    return defects.isEmpty ? nil : defects.inOrder.map(\.meaning).joined(separator: ", ")
  }

  /// Returns how the rows differ from their declaration, or `nil` if they do not.
  private func conformity(_ place: RowKey, _ report: Int) -> String? {
    switch Grade.pooled((groups[report][place] ?? []).map(\.grade)) {
    case .failed: "NOT DECLARED"
    case .notReproduced: "KNOWN DEFECT NOT SEEN"
    case .passed, .reproduced, nil: nil
    }
  }

  private func words(_ place: RowKey, _ report: Int) -> String {
    guard let rows = groups[report][place] else { return "no row" }
    let trials = HumanFormat.counted(count(.trials, place, report), "trial")
    let violating = HumanFormat.grouped(count(.violatingTrials, place, report))
    let sentences = rows.map { StyledText($0).text }.distinct.joined(separator: "; ")
    return "\(phrase(place, report)): \(violating) of \(trials) violate (\(sentences))"
  }

  private var description: String {
    "Each cell: the worst verdict over thread counts and replicates, then how many of how many trials violate."
      + " A dot (\(Usage.notTried)): the strategy does not declare the scenario."
  }

  private var table: PageTable {
    PageTable(
      caption: "Verdicts", titles: ["strategy", "scenario"] + reports.map { $0.name.isEmpty ? "verdict" : $0.name },
      rows: places.map { place in
        [place.strategy, place.scenario] + reports.indices.map { words(place, $0) }
      })
  }
}
