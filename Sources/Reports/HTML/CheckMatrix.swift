import Outcomes

/// What the checker says of all strategies in all scenarios.
struct CheckMatrix {
  private let results: [CheckResult]

  init(_ results: [CheckResult]) { self.results = results }

  var markup: [Markup] {
    [legend, matrix.markup, table.folded(as: "The results as a table")]
  }

  private struct Place: Hashable {
    let strategy: String
    let scenario: Scenario
  }

  private var matrix: Matrix {
    let places = Dictionary(grouping: results) { Place(strategy: $0.strategy, scenario: $0.scenario) }
    let scenarios = Scenario.allCases.filter { scenario in places.keys.contains { $0.scenario == scenario } }
    var seen: Set<String> = []
    let strategies = results.map(\.strategy).filter { seen.insert($0).inserted }
    return Matrix(
      id: "check", title: "Strategies against scenarios, every execution checked", description: description,
      columns: scenarios.map(\.rawValue),
      rows: strategies.map { strategy in
        (strategy, scenarios.map { (places[Place(strategy: strategy, scenario: $0)] ?? []).map(band) })
      })
  }

  private var hasOneModel: Bool { Set(results.map(\.model)).count == 1 }

  private func band(_ result: CheckResult) -> Matrix.Band {
    let tint = Tint(result)
    let verdict = result.verdict == .notModelled ? "no model" : result.verdict.rawValue
    let line = "\(tint.sign) \(verdict) (\(result.threads))"
    let more = [
      hasOneModel ? nil : result.model.rawValue, result.executions.map { Figure.short($0) + " exec." },
    ].compactMap(\.self)
    return Matrix.Band(
      tint: tint, lines: [line] + (more.isEmpty ? [] : [more.joined(separator: ", ")]), words: words(result))
  }

  private func words(_ result: CheckResult) -> String {
    let executions = result.executions.map { ", " + Figure.counted($0, "execution") } ?? ""
    return "\(result.name): \(result.verdict.words)\(executions)\(surprise(result))"
      + (result.witness.isEmpty ? "" : ". \(result.witness)")
  }

  private func surprise(_ result: CheckResult) -> String {
    switch result.grade {
    case .broken, .notShown: "; NOT AS DECLARED, expected \(result.expected)"
    case .held, .shown, nil: ""
    }
  }

  private var description: String {
    CheckVerdict.allCases.compactMap { verdict in
      let count = results.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(Figure.grouped(count)) \(verdict.words)"
    }.joined(separator: ", ") + "."
  }

  private var table: PageTable {
    PageTable(
      caption: "Results of check",
      titles: ["strategy", "scenario", "threads", "model", "verdict", "executions", "expected", "grade", "shown by"],
      rows: results.map { result in
        [
          result.strategy, result.scenario.rawValue, Figure.grouped(result.threads), result.model.rawValue,
          result.verdict.rawValue, result.executions.map { Figure.grouped($0) } ?? "", result.expected,
          result.grade?.rawValue ?? "", result.weakestModel?.rawValue ?? "",
        ]
      })
  }

  private var legend: Markup {
    .element(
      "ul", ["class": "legend"],
      [
        (Tint.held, "proved for so many threads"), (.shown, "refuted, as declared"),
        (.broken, "not as declared"), (.weak, "stopped by a limit"), (.unknown, "not modelled"),
      ].map { tint, words in
        .element("li", [:], .element("span", ["class": "chip \(tint.rawValue)"], text: tint.sign), .text(" " + words))
      } + [.element("li", text: "in brackets: how many threads; under it: how many executions there are")])
  }
}
