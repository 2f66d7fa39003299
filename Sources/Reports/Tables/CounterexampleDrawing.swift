package import Outcomes

/// A counterexample drawn for a person: a column a thread, a row a step. The steps that the finding is about are joined by
/// a line, which runs down the margin.
package struct CounterexampleDrawing {
  private let example: Counterexample
  private let weakest: ModelName?
  private let width: Int
  private let color: Bool
  private let numbersLines: Bool

  /// - Parameters:
  ///   - weakest: the strongest model that shows it; nil = not known.
  ///   - numbersLines: a line of source stands behind its number, which another version of the file may have changed.
  package init(
    _ example: Counterexample, weakest: ModelName?, width: Int = 80, color: Bool = false, numbersLines: Bool = true
  ) {
    self.example = example
    self.weakest = weakest
    self.width = max(40, width)
    self.color = color
    self.numbersLines = numbersLines
  }

  package var text: String { ([heading] + steps.map(\.self) + [closing]).joined() }

  /// Up to so many steps of the story, for who goes through it one by one.
  package func text(upTo count: Int) -> String { heading + steps.prefix(count).joined() }

  package var stepCount: Int { example.steps.count }

  /// What is under the steps.
  package var closing: String {
    let machines = weakest.map { wrapped("seen by: " + $0.machines + " (\($0.rawValue))", width) } ?? []
    let verdict = wrapped(example.sentence, width).map { color ? Wording.Tone.bad.painted($0) : $0 }
    let lines = [""] + verdict + machines + ["replay:  singleton-bench replay \(example.code)"]
    return lines.map { $0 + "\n" }.joined()
  }

  /// One step on its own, with the place where it stands.
  package func step(_ index: Int) -> String { steps[index] }

  // MARK: - The grid

  private static let gap = 2

  /// For the line, the number of a step, and a space.
  private var margin: Int { max(2, "\(example.steps.count)".count) + 2 }

  private var columnWidth: Int {
    let count = max(1, example.columns.count)
    return max(12, (width - margin - Self.gap * (count - 1)) / count)
  }

  private var heading: String {
    let titles = example.columns.map { padded($0) }.joined(separator: String(repeating: " ", count: Self.gap))
    let rules = example.columns.map { _ in String(repeating: "-", count: columnWidth) }
      .joined(separator: String(repeating: " ", count: Self.gap))
    let margin = String(repeating: " ", count: self.margin)
    return trimmed(margin + titles) + "\n" + margin + rules + "\n"
  }

  private var steps: [String] {
    let joint = JoinedSteps(example.steps.map(\.isConcerned))
    return example.steps.enumerated().map { lines(of: $1, number: $0 + 1, joint[$0]) }
  }

  private func lines(of step: Counterexample.Step, number: Int, _ joint: JoinedSteps.Place) -> String {
    let place = step.source.map { wrapped((numbersLines ? "\($0.line): " : "") + $0.text, columnWidth) } ?? []
    let operation = wrapped((step.isConcerned ? ">> " : "-> ") + step.operation, columnWidth)
    let stale = step.staleness.map { wrapped($0, columnWidth, first: LineBreaking.indentation) } ?? []
    let texts = place + operation + stale
    return texts.enumerated().map { index, text in
      let line = index == place.count ? joint.atMark : index < place.count ? joint.above : joint.below
      let lead = self.lead(of: step, label: index == 0 ? "\(number)" : "", line)
      let isMarked = step.isConcerned && index >= place.count
      return lead + (color && isMarked ? Wording.Tone.bad.painted(text) : text) + "\n"
    }.joined()
  }

  /// What is to the left of a step: the line, its number, and empty columns, through which a branch of the line runs.
  private func lead(of step: Counterexample.Step, label: String, _ line: JoinedSteps.Line) -> String {
    let columns = step.column * (columnWidth + Self.gap)
    let number = String(repeating: " ", count: margin - 2 - label.count) + label + " "
    switch line {
    case .none: return " " + number + String(repeating: " ", count: columns)
    case .passing: return painted("|") + number + String(repeating: " ", count: columns)
    case .branching:
      let isBare = label.isEmpty
      let branch = String(repeating: "-", count: columns + (isBare ? margin - 1 : 0))
      return isBare ? painted("+" + branch) : painted("+") + number + painted(branch)
    }
  }

  private func painted(_ text: String) -> String { color ? Wording.Tone.bad.painted(text) : text }

  private func wrapped(_ text: String, _ width: Int, first: String = "") -> [String] {
    LineBreaking.lines(of: text, width: width, first: first)
  }

  private func padded(_ text: String) -> String {
    text + String(repeating: " ", count: max(0, columnWidth - text.count))
  }

  private func trimmed(_ text: String) -> String {
    String(text.reversed().drop { $0 == " " }.reversed())
  }
}
