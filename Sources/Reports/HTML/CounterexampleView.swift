import Outcomes

/// The executions that break a promise: a column a thread, a row a step, as `check` draws them.
struct CounterexampleView {
  private let shown: [CheckResult]

  /// Each once, with the fewest threads; what nobody declared comes first.
  init(_ results: [CheckResult]) {
    var seen: Set<String> = []
    let once = results.sorted { $0.threads < $1.threads }.filter { result in
      !result.witness.isEmpty && seen.insert("\(result.model) \(result.scenario) \(result.strategy)").inserted
    }
    let order = Dictionary(results.enumerated().map { ($1.name, $0) }) { first, _ in first }
    shown = once.sorted {
      (Tint($0) == .broken ? 0 : 1, order[$0.name]!) < (Tint($1) == .broken ? 0 : 1, order[$1.name]!)
    }
  }

  var markup: [Markup] {
    guard !shown.isEmpty else { return [.element("p", text: "No execution broke a promise.")] }
    return [
      .element(
        "p",
        text: "\(Figure.counted(shown.count, "counterexample")), each with the fewest threads. Read a table from top to"
          + " bottom: it is one execution. A step with >> is what the finding is about; where there are more, a line joins"
          + " them.")
    ] + shown.map(details)
  }

  private func details(_ result: CheckResult) -> Markup {
    let isSurprise = Tint(result) == .broken
    let mark: Markup = .element("span", ["class": "chip \(Tint(result).rawValue)"], text: Tint(result).sign)
    let content: [Markup] =
      [.element("summary", [:], mark, .text(" "), .element("bdi", text: result.name))] + drawing(result)
      + [closing(result)]
    return isSurprise ? .element("details", ["open": "open"], content) : .element("details", [:], content)
  }

  private func closing(_ result: CheckResult) -> Markup {
    let machines = result.weakestModel.map { "Seen by: \($0.machines) (\($0.rawValue))." }
    let replay: [Markup] =
      result.replay.isEmpty
      ? [] : [.element("p", ["class": "replay"], .element("code", text: "singleton-bench replay \(result.replay)"))]
    return .element(
      "div", [:],
      [.element("p", [:], .element("strong", text: result.witness))]
        + (machines.map { [.element("p", text: $0)] } ?? []) + replay)
  }

  private func drawing(_ result: CheckResult) -> [Markup] {
    guard !result.steps.isEmpty else {
      return [.element("p", text: "The file has no steps: check --format json writes them.")]
    }
    let threads = Set(result.steps.map(\.thread)).sorted { Self.isBefore($0, $1) }
    let head: Markup = .element(
      "tr", [:],
      [.element("th", ["scope": "col"], text: "step")] + threads.map { .element("th", ["scope": "col"], text: $0) })
    let joint = JoinedSteps(result.steps.map(\.isConcerned))
    let rows = result.steps.enumerated().map { row($1, number: $0 + 1, threads: threads, isJoined: joint.passes($0)) }
    return [
      .element(
        "div", ["class": "scroll", "role": "region", "tabindex": "0", "aria-label": "Steps: \(result.name)"],
        .element("table", ["class": "steps"], .element("thead", [:], head), .element("tbody", [:], rows)))
    ]
  }

  /// `before`, then `thread 2`, then `thread 10`.
  private static func isBefore(_ left: String, _ right: String) -> Bool {
    let numbers = [left, right].map { Int($0.split(separator: " ").last ?? "") ?? 0 }
    return (numbers[0], left) < (numbers[1], right)
  }

  /// From the line beside the numbers a branch runs to each step that it joins.
  private func row(_ step: CheckResult.Step, number: Int, threads: [String], isJoined: Bool) -> Markup {
    let head: Markup =
      isJoined
      ? .element("th", ["scope": "row", "class": "joined"], text: String(number))
      : .element("th", ["scope": "row"], text: String(number))
    let column = threads.firstIndex(of: step.thread) ?? 0
    let cells: [Markup] = threads.indices.map { index in
      if index == column { return .element("td", ["class": step.isConcerned ? "concerned" : "step"], lines(of: step)) }
      let isBranch = isJoined && step.isConcerned && index < column
      return isBranch ? .element("td", ["class": "branch"], .element("span", ["aria-hidden": "true"])) : .element("td")
    }
    return .element("tr", [:], [head] + cells)
  }

  private func lines(of step: CheckResult.Step) -> [Markup] {
    let source: [Markup] =
      step.source.map {
        [
          .element("span", ["class": "place"], text: step.place ?? ""), .element("br"), .element("code", text: $0),
          .element("br"),
        ]
      } ?? []
    let operation: Markup = .element(
      "span", ["class": "operation"], text: (step.isConcerned ? ">> " : "-> ") + step.operation)
    let stale: [Markup] = step.staleness.map { [.element("br"), .element("span", ["class": "stale"], text: $0)] } ?? []
    return source + [operation] + stale
  }
}
