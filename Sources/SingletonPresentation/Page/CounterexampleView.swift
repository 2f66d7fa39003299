import SingletonCore
import SingletonTextFormats

/// The executions that break a promise, each as an ``ExecutionView``.
struct CounterexampleView {
  private let shown: [CheckRow]
  private let listings: (CheckRow) -> [SourceText]

  /// Creates a view with each counterexample once, with the fewest threads, starting with those that are not declared.
  init(_ results: [CheckRow], listings: @escaping (CheckRow) -> [SourceText]) {
    self.listings = listings
    let once = results.sorted { $0.threads < $1.threads }.filter { $0.counterexample != nil }
      .distinct { [$0.model.rawValue, $0.scenario, $0.strategy] }
    let order = Dictionary(results.enumerated().map { ($1.title, $0) }) { first, _ in first }
    shown = once.sorted {
      ($0.isAsDeclared ? 1 : 0, order[$0.title]!) < ($1.isAsDeclared ? 1 : 0, order[$1.title]!)
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
    let execution = ExecutionView(result.counterexample ?? Counterexample(), listings: listings(result))
    let content: [Markup] =
      [.element("summary", [:], .chip(.bad), .text(" "), .element("bdi", text: title(result)))]
      + execution.markup(label: "Steps: \(result.title)")
    return result.isAsDeclared ? .element("details", [:], content) : .element("details", ["open": "open"], content)
  }

  private func title(_ result: CheckRow) -> String {
    result.isAsDeclared ? result.title : result.title + ": NOT DECLARED"
  }
}
