import Core
import TextFormats

/// The checker's results for all strategies in all scenarios.
struct CheckMatrix {
  private let results: [CheckRow]

  init(_ results: [CheckRow]) { self.results = results }

  var markup: [Markup] {
    [legend, matrix.markup, table.folded(as: "The results as a table")]
  }

  private var matrix: Matrix {
    let places = Dictionary(grouping: results) { RowKey.subject($0.strategy, $0.scenario) }
    let scenarios = places.keys.map(\.scenario).inScenarioOrder
    let strategies = results.map(\.strategy).distinct
    return Matrix(
      id: "check", title: "Strategies against scenarios, every execution checked", description: description,
      columns: scenarios,
      rows: strategies.map { strategy in
        (strategy, scenarios.map { (places[.subject(strategy, $0)] ?? []).map(band) })
      })
  }

  private var hasOneModel: Bool { Set(results.map(\.model)).count == 1 }

  private func band(_ result: CheckRow) -> Matrix.Band {
    let color = GradeColor(result)
    let verdict = result.verdict == .notModeled ? "no model" : result.verdict.rawValue
    let line = "\(color.sign) \(verdict) (\(result.threads))"
    let more = [
      hasOneModel ? nil : result.model.rawValue, result.executions.map { HumanFormat.short($0) + " exec." },
    ].compactMap(\.self)
    return Matrix.Band(
      color: color, lines: [line] + (more.isEmpty ? [] : [more.joined(separator: ", ")]), words: words(result))
  }

  private func words(_ result: CheckRow) -> String {
    let executions = result.executions.map { ", " + HumanFormat.counted($0, "execution") } ?? ""
    return "\(result.words): \(result.verdict.words)\(executions)\(undeclared(result))"
      + ((result.counterexample?.sentence ?? "").isEmpty ? "" : ". \((result.counterexample?.sentence ?? ""))")
  }

  private func undeclared(_ result: CheckRow) -> String {
    switch result.grade {
    case .failed, .notReproduced: "; NOT AS DECLARED, expected \(result.expected)"
    case .passed, .reproduced, nil: ""
    }
  }

  private var description: String {
    CheckVerdict.allCases.compactMap { verdict in
      let count = results.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(HumanFormat.grouped(count)) \(verdict.words)"
    }.joined(separator: ", ") + "."
  }

  private var table: PageTable {
    PageTable(
      caption: "Results of check",
      titles: ["strategy", "scenario", "threads", "model", "verdict", "executions", "expected", "grade", "shown by"],
      rows: results.map { result in
        [
          result.strategy, result.scenario, HumanFormat.grouped(result.threads), result.model.rawValue,
          result.verdict.rawValue, result.executions.map { HumanFormat.grouped($0) } ?? "", "\(result.expected)",
          result.grade?.rawValue ?? "", result.strongestModel?.rawValue ?? "",
        ]
      })
  }

  private var legend: Markup {
    .element(
      "ul", ["class": "legend"],
      [
        (GradeColor.passed, "proved for so many threads"), (.reproduced, "refuted, as declared"),
        (.failed, "not as declared"), (.weak, "stopped by a limit"), (.unknown, "not modeled"),
      ].map { color, words in
        .element("li", [:], .element("span", ["class": "chip \(color.rawValue)"], text: color.sign), .text(" " + words))
      } + [.element("li", text: "in brackets: how many threads; under it: how many executions there are")])
  }
}
