package import Outcomes

/// A counterexample drawn for a person: a column a thread, a row a step.
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
    let machines = weakest.map { sentence("seen by: " + $0.machines + " (\($0.rawValue))") } ?? []
    let verdict = sentence(example.sentence).map { color ? Wording.Tone.bad.painted($0) : $0 }
    let lines = [""] + verdict + machines + ["replay:  singleton-bench replay \(example.code)"]
    return lines.map { $0 + "\n" }.joined()
  }

  /// One step on its own, with the place where it stands.
  package func step(_ index: Int) -> String { steps[index] }

  // MARK: - The grid

  private static let margin = 4
  private static let gap = 2

  private var columnWidth: Int {
    let count = max(1, example.columns.count)
    return max(12, (width - Self.margin - Self.gap * (count - 1)) / count)
  }

  private var heading: String {
    let titles = example.columns.map { padded($0) }.joined(separator: String(repeating: " ", count: Self.gap))
    let rules = example.columns.map { _ in String(repeating: "-", count: columnWidth) }
      .joined(separator: String(repeating: " ", count: Self.gap))
    let margin = String(repeating: " ", count: Self.margin)
    return trimmed(margin + titles) + "\n" + margin + rules + "\n"
  }

  private var steps: [String] { example.steps.enumerated().map { lines(of: $1, number: $0 + 1) } }

  private func lines(of step: Counterexample.Step, number: Int) -> String {
    let place = step.source.map { cell((numbersLines ? "\($0.line): " : "") + $0.text) } ?? []
    let operation = cell((step.isConcerned ? ">> " : "-> ") + step.operation)
    let stale = step.staleness.map { cell("   " + $0) } ?? []
    let texts = place + operation + stale
    return texts.enumerated().map { index, text in
      let label = index == 0 ? "\(number)" : ""
      let margin = String(repeating: " ", count: max(0, Self.margin - 1 - label.count)) + label + " "
      let indentation = String(repeating: " ", count: step.column * (columnWidth + Self.gap))
      let isMarked = step.isConcerned && index >= place.count
      return margin + indentation + (color && isMarked ? Wording.Tone.bad.painted(text) : text) + "\n"
    }.joined()
  }

  private func sentence(_ text: String) -> [String] { LineBreaking.lines(of: text, width: width) }
  private func cell(_ text: String) -> [String] { LineBreaking.lines(of: text, width: columnWidth) }

  private func padded(_ text: String) -> String {
    text + String(repeating: " ", count: max(0, columnWidth - text.count))
  }

  private func trimmed(_ text: String) -> String {
    String(text.reversed().drop { $0 == " " }.reversed())
  }
}
