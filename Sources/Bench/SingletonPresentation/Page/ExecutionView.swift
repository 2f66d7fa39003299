package import SingletonCore
import SingletonDrawings
package import SingletonTextFormats

/// One execution that breaks a promise. It shows the steps with a column for each thread, the memory after each step,
/// and the source code with each step at its line.
///
/// A page's script shows the execution step by step. Without the script, for example on paper, all steps are visible.
package struct ExecutionView {
  private let example: Counterexample
  private let listings: [SourceText]

  /// - Parameter listings: The files that the steps refer to. A file from another version is not shown.
  package init(_ example: Counterexample, listings: [SourceText]) {
    self.example = example
    self.listings = listings.filter { listing in
      let steps = example.steps.compactMap(\.source).filter { $0.file == listing.name }
      return !steps.isEmpty
        && steps.allSatisfy { listing.code(atLine: $0.line).map(String.init) == $0.text }
    }
  }

  /// - Parameter label: A title for readers who do not see the text around the table.
  package func markup(label: String) -> [Markup] {
    guard !example.steps.isEmpty else { return [.paragraph("The file has no steps: check --format json writes them.")] }
    let table: Markup = .element(
      "div", ["class": "scroll", "role": "region", "tabindex": "0", "aria-label": label],
      .element("table", ["class": "steps"], head, .element("tbody", [:], rows)))
    return [.element("div", ["class": "execution"], [Self.stepper] + listings.map(listing) + [table]), closing]
  }

  // MARK: - The steps

  /// The buttons, which work only with the page's script; the script also makes them visible. Screen readers announce
  /// the step.
  private static let stepper: Markup = .element(
    "div", ["class": "stepper", "role": "group", "aria-label": "Steps", "hidden": "hidden"],
    ["previous", "next", "all"].map { .element("button", ["type": "button"], text: $0) }
      + [.element("output", ["aria-live": "polite"])])

  private var hasMemory: Bool { example.memory.contains { !$0.isEmpty } }

  private var head: Markup {
    let titles = ["step"] + example.columns + (hasMemory ? ["memory afterwards, and who has seen it"] : [])
    return .element(
      "thead", [:], .element("tr", [:], titles.map { .element("th", ["scope": "col"], text: $0) }))
  }

  private var rows: [Markup] {
    let connector = StepConnector(example.steps.map(\.isConcerned))
    return example.steps.indices.map { row($0, isJoined: connector.passes($0)) }
  }

  /// Returns a row of the table. A line next to the numbers connects the steps that show the defect.
  private func row(_ index: Int, isJoined: Bool) -> Markup {
    let step = example.steps[index]
    let number = String(index + 1)
    let head: Markup = .element("th", ["scope": "row", "class": isJoined ? "joined" : nil], text: number)
    let cells: [Markup] = example.columns.indices.map { index in
      if index == step.column {
        return .element("td", ["class": step.isConcerned ? "concerned" : "step"], lines(of: step))
      }
      let isBranch = isJoined && step.isConcerned && index < step.column
      return isBranch ? .element("td", ["class": "branch"], .element("span", ["aria-hidden": "true"])) : .element("td")
    }
    return .element("tr", ["data-step": number], [head] + cells + (hasMemory ? [memory(after: index)] : []))
  }

  private func lines(of step: Counterexample.Step) -> [Markup] {
    let source: [Markup] =
      step.source.map {
        [
          .element(
            "span", ["class": "source"], .element("span", ["class": "place"], text: $0.place), .element("br"),
            .element("code", text: $0.text), .element("br"))
        ]
      } ?? []
    let operation: Markup = .element(
      "span", ["class": "operation"], text: (step.isConcerned ? ">> " : "-> ") + step.operation)
    let stale: [Markup] = step.staleness.map { [.element("br"), .element("span", ["class": "stale"], text: $0)] } ?? []
    return source + [operation] + stale
  }

  // MARK: - The memory

  /// Returns the contents of memory after a step, and the threads that have seen each value. Changes are highlighted.
  private func memory(after index: Int) -> Markup {
    let before = example.cells(after: index - 1)
    let items: [Markup] = example.cells(after: index).map { cell in
      let viewers = cell.viewers(among: example.columns)
      return .element(
        "li", ["class": before.contains(cell) ? "same" : "changed"],
        [.element("strong", text: "\(cell.name): \(cell.newest)")]
          + (viewers.isEmpty ? [] : [.element("br"), .element("span", ["class": "stale"], text: viewers)]))
    }
    return .element("td", ["class": "memory"], items.isEmpty ? [] : [.element("ul", [:], items)])
  }

  // MARK: - The source

  /// Returns the code of a file. Each line lists the steps that belong to it, and each thread is shown at its latest
  /// step.
  private func listing(_ file: SourceText) -> Markup {
    SourceExcerpt(file.lines, from: .declaration).markup(title: file.name) { cursors(at: $0, of: file.name) }
  }

  private func cursors(at line: Int, of file: String) -> [Markup] {
    example.steps.enumerated().filter { $0.element.source?.file == file && $0.element.source?.line == line }.flatMap {
      index, step -> [Markup] in
      [
        .text(" "),
        .element(
          "span",
          [
            "class": "cursor column-\(step.column % 4)", "data-step": String(index + 1),
            "data-thread": String(step.column),
          ], text: "\(example.columns[step.column]), step \(index + 1)"),
      ]
    }
  }

  // MARK: - The end

  private var closing: Markup {
    let machines = example.machines.map { "Allowed by: \($0)." }
    let replay: [Markup] =
      example.code.isEmpty
      ? [] : [.element("p", ["class": "replay"], .element("code", text: "\(Tool.current.name) replay \(example.code)"))]
    return .element(
      "div", [:],
      [.element("p", [:], .element("strong", text: example.sentence))]
        + (machines.map { [.paragraph($0)] } ?? []) + replay)
  }
}

/// The executions that break a promise, each as an ``ExecutionView``.
struct CounterexampleView {
  private let shown: [CheckRow]
  private let listings: (CheckRow) -> [SourceText]

  /// Creates a view that shows each counterexample once, with the fewest threads. Undeclared counterexamples come
  /// first.
  init(_ results: [CheckRow], listings: @escaping (CheckRow) -> [SourceText]) {
    self.listings = listings
    let once = results.sorted { $0.threads < $1.threads }.filter { $0.counterexample != nil }
      .distinct { [$0.model.rawValue, $0.scenario, $0.strategy] }
    let order = Dictionary(results.enumerated().map { ($1.title, $0) }) { first, _ in first }
    let sorted = once.sorted { order[$0.title]! < order[$1.title]! }
    shown = sorted.filter { !$0.isAsDeclared } + sorted.filter(\.isAsDeclared)
  }

  var markup: [Markup] {
    guard !shown.isEmpty else { return [.paragraph("No execution broke a promise.")] }
    let introduction =
      "\(HumanFormat.counted(shown.count, "counterexample")), each with the fewest threads. Read a table from top to"
      + " bottom: it is one execution. A step with >> is what the finding is about; if there are several, a line joins"
      + " them."
    return [.paragraph(introduction)] + shown.map(details)
  }

  private func details(_ result: CheckRow) -> Markup {
    var example = result.counterexample!
    // A report that was read does not say it of the execution.
    example.isOfCompiledCode = result.form == .plain
    let execution = ExecutionView(example, listings: listings(result))
    let title: Markup = .element("bdi", text: result.title + (result.isAsDeclared ? "" : ": NOT DECLARED"))
    return .element(
      "details", ["open": result.isAsDeclared ? nil : "open"],
      [.element("summary", [:], .chip(.bad), .text(" "), title)]
        + execution.markup(label: "Steps: \(result.title)"))
  }
}
