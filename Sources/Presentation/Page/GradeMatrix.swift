import Core
import TextFormats

/// The grades of all strategies in all scenarios, over thread counts and replicates. A defect shown once counts as
/// shown.
struct GradeMatrix {
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
    [
      legend,
      Matrix(
        id: "grades", title: "Strategies against scenarios, by grade", description: description,
        columns: scenarios, rows: strategies.map { ($0, cells(of: $0)) }
      ).markup,
      table.folded(as: "The matrix as a table"),
    ]
  }

  /// The differences between the two reports, or `nil` if there is only one.
  var changes: PageTable? {
    guard reports.count == 2 else { return nil }
    let changed = places.filter { grade($0, 0) != grade($0, 1) }
    return PageTable(
      caption: "Grades that are not what they were", titles: ["strategy", "scenario"] + reports.map(\.name),
      rows: changed.map { [$0.strategy, $0.scenario, words($0, 0), words($0, 1)] })
  }

  private var places: [RowKey] {
    strategies.flatMap { strategy in scenarios.map { .subject(strategy, $0) } }
      .filter { place in groups.contains { $0[place] != nil } }
  }

  private func cells(of strategy: String) -> [[Matrix.Band]] {
    scenarios.map { scenario in
      let place = RowKey.subject(strategy, scenario)
      guard groups.contains(where: { $0[place] != nil }) else { return [] }
      return reports.indices.map { band(place, $0) }
    }
  }

  private func band(_ place: RowKey, _ report: Int) -> Matrix.Band {
    let color = groups[report][place] == nil ? .unknown : GradeColor(grade(place, report))
    let name = reports[report].name
    let lines =
      name.isEmpty
      ? ["\(color.sign) \(grade(place, report).words)", figures(place, report)]
      : ["\(color.sign) \(name) \(share(place, report))"]
    return Matrix.Band(
      color: color, lines: lines,
      words: "\(reports[report].prefix)\(place.strategy), \(place.scenario): \(words(place, report))")
  }

  private func grade(_ place: RowKey, _ report: Int) -> Grade? {
    Grade.pooled((groups[report][place] ?? []).map(\.grade))
  }

  private func count(_ counter: Counter, _ place: RowKey, _ report: Int) -> UInt64 {
    (groups[report][place] ?? []).reduce(0) { $0 &+ $1.tally[counter] }
  }

  private func share(_ place: RowKey, _ report: Int) -> String {
    guard groups[report][place] != nil else { return "no row" }
    return HumanFormat.percent(count(.violatingTrials, place, report), of: count(.trials, place, report))
  }

  /// Returns the share of violating trials in a form that fits a cell, such as `0.62% of 634k`.
  private func figures(_ place: RowKey, _ report: Int) -> String {
    let trials = count(.trials, place, report)
    return trials == 0 ? "no trial" : "\(share(place, report)) of \(HumanFormat.short(trials).replacing(" ", with: ""))"
  }

  private func words(_ place: RowKey, _ report: Int) -> String {
    guard let rows = groups[report][place] else { return "no row" }
    let trials = HumanFormat.counted(count(.trials, place, report), "trial")
    let violating = HumanFormat.grouped(count(.violatingTrials, place, report))
    let sentences = Set(rows.map { StyledText($0).text }).sorted().joined(separator: "; ")
    return "\(grade(place, report).words): \(violating) of \(trials) violate (\(sentences))"
  }

  private var description: String {
    let words = reports.indices.map { report in
      let counts = [Grade.passed, .reproduced, .notReproduced, .failed].compactMap { grade -> String? in
        let count = places.count { self.grade($0, report) == grade }
        return count == 0 ? nil : "\(count) \(Optional(grade).words)"
      }
      return reports[report].prefix + (counts.isEmpty ? "nothing ran" : counts.joined(separator: ", "))
    }
    return words.joined(separator: ". ")
      + ". Each cell: the worst grade over thread counts and replicates, then how many of how many trials violate."
  }

  private var table: PageTable {
    PageTable(
      caption: "Grades", titles: ["strategy", "scenario"] + reports.map { $0.name.isEmpty ? "grade" : $0.name },
      rows: places.map { place in
        [place.strategy, place.scenario] + reports.indices.map { words(place, $0) }
      })
  }

  private var legend: Markup {
    .element(
      "ul", ["class": "legend"],
      [
        (GradeColor.passed, "the promise was kept, or the declared end came"),
        (.reproduced, "the known defect was reproduced, as declared"),
        (.weak, "a known defect was not reproduced"), (.failed, "something happened that was not declared"),
        (.unknown, "not run"),
      ].map { color, words in
        .element("li", [:], .element("span", ["class": "chip \(color.rawValue)"], text: color.sign), .text(" " + words))
      })
  }
}
