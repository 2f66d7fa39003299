import SingletonCore
import SingletonTextFormats

/// The checker's results for all strategies in all scenarios.
struct CheckMatrix {
  private let results: [CheckRow]

  init(_ results: [CheckRow]) { self.results = results }

  var markup: [Markup] {
    let meanings: [(StyledText.Tone, String)] = [
      (.good, "proved for so many threads"), (.bad, "refuted: an execution breaks the promise"),
      (.neutral, "open: not decided, or not modeled"),
    ]
    return [.legend(meanings)] + matrix.markup + [table.folded(as: "The results as a table")]
  }

  private var matrix: Matrix {
    let places = Dictionary(grouping: results) { RowKey.subject($0.strategy, $0.scenario) }
    let scenarios = places.keys.map(\.scenario).inScenarioOrder
    return Matrix(
      title: "Strategies against scenarios, every execution checked",
      description: CheckTable.counts(results) + " In brackets: how many threads; below: how many executions there are."
        + " A dot (\(Usage.notTried)) was not checked.",
      columns: scenarios,
      rows: results.map(\.strategy).distinct.map { strategy in
        (strategy, scenarios.map { .bands((places[.subject(strategy, $0)] ?? []).map(band)) })
      })
  }

  private var hasOneModel: Bool { Set(results.map(\.model)).count == 1 }

  private func band(_ result: CheckRow) -> Matrix.Band {
    let verdict = result.verdict == .notModeled ? "no model" : result.verdict.rawValue
    let more = [
      hasOneModel ? nil : result.model.rawValue, result.completeExecutions.map { HumanFormat.short($0) + " exec." },
      result.isAsDeclared ? nil : "NOT DECLARED",
    ].compactMap(\.self)
    return Matrix.Band(
      tone: result.verdict.tone, text: "\(verdict) (\(result.threads))", more: more.joined(separator: ", "),
      words: words(result))
  }

  private func words(_ result: CheckRow) -> String {
    let executions = result.completeExecutions.map { ", " + HumanFormat.counted($0, "execution") } ?? ""
    let sentence = result.counterexample.map(\.sentence) ?? ""
    return "\(result.title): \(StyledText(result).text)\(executions)" + (sentence.isEmpty ? "" : ". \(sentence)")
  }

  private var table: PageTable {
    PageTable(
      caption: "Results of check",
      titles: ["strategy", "scenario", "threads", "model", "verdict", "executions", "expected", "grade", "shown by"],
      rows: results.map { result in
        [
          result.strategy, result.scenario, HumanFormat.grouped(result.threads), result.model.rawValue,
          result.verdict.rawValue, result.completeExecutions.map { HumanFormat.grouped($0) } ?? "",
          "\(result.expected)",
          result.grade?.rawValue ?? "", result.strongestModel?.rawValue ?? "",
        ]
      })
  }
}
