import Outcomes

/// The grades of all strategies in all scenarios, over thread counts and replicates: a defect shown once is shown.
struct GradeMatrix {
  private let sides: [ReportSide]
  private let strategies: [String]
  private let scenarios: [Scenario]
  private let groups: [[Place: [PooledRow]]]

  private struct Place: Hashable {
    let strategy: String
    let scenario: Scenario
  }

  init(_ sides: [ReportSide]) {
    self.sides = sides
    groups = sides.map { side in
      Dictionary(grouping: side.pooled) { Place(strategy: $0.key.strategy, scenario: $0.key.scenario) }
    }
    let places = Set(groups.flatMap(\.keys))
    scenarios = Scenario.allCases.filter { scenario in places.contains { $0.scenario == scenario } }
    var seen: Set<String> = []
    strategies = sides.subjects.map(\.strategy).filter { seen.insert($0).inserted }
  }

  var markup: [Markup] {
    [
      legend,
      Matrix(
        id: "grades", title: "Strategies against scenarios, by grade", description: description,
        columns: scenarios.map(\.rawValue), rows: strategies.map { ($0, cells(of: $0)) }
      ).markup,
      table.folded(as: "The matrix as a table"),
    ]
  }

  /// What differs between the two sides, if there are two.
  var changes: PageTable? {
    guard sides.count == 2 else { return nil }
    let changed = places.filter { grade($0, 0) != grade($0, 1) }
    return PageTable(
      caption: "Grades that are not what they were", titles: ["strategy", "scenario"] + sides.map(\.name),
      rows: changed.map { [$0.strategy, $0.scenario.rawValue, words($0, 0), words($0, 1)] })
  }

  private var places: [Place] {
    strategies.flatMap { strategy in scenarios.map { Place(strategy: strategy, scenario: $0) } }
      .filter { place in groups.contains { $0[place] != nil } }
  }

  private func cells(of strategy: String) -> [[Matrix.Band]] {
    scenarios.map { scenario in
      let place = Place(strategy: strategy, scenario: scenario)
      guard groups.contains(where: { $0[place] != nil }) else { return [] }
      return sides.indices.map { band(place, $0) }
    }
  }

  private func band(_ place: Place, _ side: Int) -> Matrix.Band {
    let tint = groups[side][place] == nil ? .unknown : Tint(grade(place, side))
    let name = sides[side].name
    let lines =
      name.isEmpty
      ? ["\(tint.sign) \(grade(place, side).words)", figures(place, side)]
      : ["\(tint.sign) \(name) \(share(place, side))"]
    return Matrix.Band(
      tint: tint, lines: lines,
      words: "\(sides[side].prefix)\(place.strategy), \(place.scenario.rawValue): \(words(place, side))")
  }

  private func grade(_ place: Place, _ side: Int) -> Grade? {
    Grade.pooled((groups[side][place] ?? []).map(\.grade))
  }

  private func count(_ counter: Counter, _ place: Place, _ side: Int) -> UInt64 {
    (groups[side][place] ?? []).reduce(0) { $0 &+ $1.tally[counter] }
  }

  private func share(_ place: Place, _ side: Int) -> String {
    guard groups[side][place] != nil else { return "no row" }
    return Figure.percent(count(.violatingTrials, place, side), of: count(.trials, place, side))
  }

  /// `0.62% of 634k`: a cell has room for no more.
  private func figures(_ place: Place, _ side: Int) -> String {
    let trials = count(.trials, place, side)
    return trials == 0 ? "no trial" : "\(share(place, side)) of \(Figure.short(trials).replacing(" ", with: ""))"
  }

  private func words(_ place: Place, _ side: Int) -> String {
    guard let rows = groups[side][place] else { return "no row" }
    let trials = Figure.counted(count(.trials, place, side), "trial")
    let violating = Figure.grouped(count(.violatingTrials, place, side))
    let sentences = Set(rows.map { Wording($0).text }).sorted().joined(separator: "; ")
    return "\(grade(place, side).words): \(violating) of \(trials) violate (\(sentences))"
  }

  private var description: String {
    let words = sides.indices.map { side in
      let counts = [Grade.held, .shown, .notShown, .broken].compactMap { grade -> String? in
        let count = places.count { self.grade($0, side) == grade }
        return count == 0 ? nil : "\(count) \(Optional(grade).words)"
      }
      return sides[side].prefix + (counts.isEmpty ? "nothing ran" : counts.joined(separator: ", "))
    }
    return words.joined(separator: ". ")
      + ". Each cell: the worst grade over thread counts and replicates, then how many of how many trials violate."
  }

  private var table: PageTable {
    PageTable(
      caption: "Grades", titles: ["strategy", "scenario"] + sides.map { $0.name.isEmpty ? "grade" : $0.name },
      rows: places.map { place in
        [place.strategy, place.scenario.rawValue] + sides.indices.map { words(place, $0) }
      })
  }

  private var legend: Markup {
    .element(
      "ul", ["class": "legend"],
      [
        (Tint.held, "the promise held, or the declared end came"), (.shown, "the known defect was shown, as declared"),
        (.weak, "a known defect was not shown"), (.broken, "something that nobody declared"),
        (.unknown, "not run"),
      ].map { tint, words in
        .element("li", [:], .element("span", ["class": "chip \(tint.rawValue)"], text: tint.sign), .text(" " + words))
      })
  }
}
