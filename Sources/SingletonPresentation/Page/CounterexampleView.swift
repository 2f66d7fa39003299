import SingletonCore
import SingletonDrawings
import SingletonTextFormats

/// The executions that break a promise, with a column per thread and a row per step, as `check` draws them.
struct CounterexampleView {
  private let shown: [CheckRow]

  /// Creates a view with each counterexample once, with the fewest threads, starting with those that are not declared.
  init(_ results: [CheckRow]) {
    let once = results.sorted { $0.threads < $1.threads }.filter { $0.counterexample != nil }
      .distinct { [$0.model.rawValue, $0.scenario, $0.strategy] }
    let order = Dictionary(results.enumerated().map { ($1.words, $0) }) { first, _ in first }
    shown = once.sorted {
      ($0.isAsDeclared ? 1 : 0, order[$0.words]!) < ($1.isAsDeclared ? 1 : 0, order[$1.words]!)
    }
  }

  var markup: [Markup] {
    guard !shown.isEmpty else { return [.element("p", text: "No execution broke a promise.")] }
    return [
      .element(
        "p",
        text:
          "\(HumanFormat.counted(shown.count, "counterexample")), each with the fewest threads. Read a table from top to"
          + " bottom: it is one execution. A step with >> is what the finding is about; where there are more, a line joins"
          + " them.")
    ] + shown.map(details)
  }

  private func details(_ result: CheckRow) -> Markup {
    let example = result.counterexample ?? Counterexample()
    let content: [Markup] =
      [.element("summary", [:], .chip(.bad), .text(" "), .element("bdi", text: title(result)))]
      + drawing(example, label: "Steps: \(result.words)") + [closing(result, example)]
    return result.isAsDeclared ? .element("details", [:], content) : .element("details", ["open": "open"], content)
  }

  private func title(_ result: CheckRow) -> String {
    result.isAsDeclared ? result.words : result.words + ": NOT DECLARED"
  }

  private func closing(_ result: CheckRow, _ example: Counterexample) -> Markup {
    let machines = example.strongestModel.map { "Seen by: \($0.machines) (\($0.rawValue))." }
    let replay: [Markup] =
      example.code.isEmpty
      ? [] : [.element("p", ["class": "replay"], .element("code", text: "\(Tool.current.name) replay \(example.code)"))]
    return .element(
      "div", [:],
      [.element("p", [:], .element("strong", text: example.sentence))]
        + (machines.map { [.element("p", text: $0)] } ?? []) + replay)
  }

  private func drawing(_ example: Counterexample, label: String) -> [Markup] {
    guard !example.steps.isEmpty else {
      return [.element("p", text: "The file has no steps: check --format json writes them.")]
    }
    let columns = example.columns.indices.sorted { Self.isBefore(example.columns[$0], example.columns[$1]) }
    let head: Markup = .element(
      "tr", [:],
      [.element("th", ["scope": "col"], text: "step")]
        + columns.map { .element("th", ["scope": "col"], text: example.columns[$0]) })
    let connector = StepConnector(example.steps.map(\.isConcerned))
    let rows = example.steps.enumerated().map {
      row($1, number: $0 + 1, columns: columns, isJoined: connector.passes($0))
    }
    return [
      Self.stepper,
      .element(
        "div", ["class": "scroll", "role": "region", "tabindex": "0", "aria-label": label],
        .element("table", ["class": "steps"], .element("thead", [:], head), .element("tbody", [:], rows))),
    ]
  }

  /// The buttons, which the page's script shows and answers; the step is also said to those who do not see it.
  private static let stepper: Markup = .element(
    "div", ["class": "stepper", "role": "group", "aria-label": "Steps", "hidden": "hidden"],
    ["previous", "next", "all"].map { .element("button", ["type": "button"], text: $0) }
      + [.element("output", ["aria-live": "polite"])])

  /// Returns whether a column comes first, in the order `before`, `thread 2`, `thread 10`.
  private static func isBefore(_ left: String, _ right: String) -> Bool {
    let numbers = [left, right].map { Int($0.split(separator: " ").last ?? "") ?? 0 }
    return (numbers[0], left) < (numbers[1], right)
  }

  /// Returns a row of the table. A branch connects the line beside the numbers with each step that the finding
  /// concerns.
  private func row(_ step: Counterexample.Step, number: Int, columns: [Int], isJoined: Bool) -> Markup {
    let head: Markup =
      isJoined
      ? .element("th", ["scope": "row", "class": "joined"], text: String(number))
      : .element("th", ["scope": "row"], text: String(number))
    let own = columns.firstIndex(of: step.column) ?? 0
    let cells: [Markup] = columns.indices.map { index in
      if index == own { return .element("td", ["class": step.isConcerned ? "concerned" : "step"], lines(of: step)) }
      let isBranch = isJoined && step.isConcerned && index < own
      return isBranch ? .element("td", ["class": "branch"], .element("span", ["aria-hidden": "true"])) : .element("td")
    }
    return .element("tr", [:], [head] + cells)
  }

  private func lines(of step: Counterexample.Step) -> [Markup] {
    let source: [Markup] =
      step.source.map {
        [
          .element("span", ["class": "place"], text: $0.place), .element("br"), .element("code", text: $0.text),
          .element("br"),
        ]
      } ?? []
    let operation: Markup = .element(
      "span", ["class": "operation"], text: (step.isConcerned ? ">> " : "-> ") + step.operation)
    let stale: [Markup] = step.staleness.map { [.element("br"), .element("span", ["class": "stale"], text: $0)] } ?? []
    return source + [operation] + stale
  }
}
