package import SingletonFindings
import SingletonTextFormats

/// A drawing of a counterexample, with a column for each thread and a row for each step. A line in the margin connects
/// the steps that the finding concerns. Threads that are too many for the width share one column, which names them.
package struct CounterexampleDrawing {
  private let example: Counterexample
  /// The command that shows the execution again, or `nil` if there is none.
  private let command: String?
  private let width: Int
  private let color: Bool

  /// - Parameter command: The command that shows the execution again, or `nil` if there is none.
  package init(_ example: Counterexample, command: String? = nil, width: Int = 80, color: Bool = false) {
    self.example = example
    self.command = command
    self.width = max(40, width)
    self.color = color
  }

  package var text: String { ([heading] + steps + [closing]).joined() }

  package func text(upTo count: Int) -> String { heading + steps.prefix(count).joined() }

  package var stepCount: Int { example.steps.count }

  package var closing: String {
    let machines = example.machines.map { wrapped("allowed by: " + $0, width) } ?? []
    let verdict = wrapped(example.sentence, width).map { color ? StyledText.Tone.bad.painted($0) : $0 }
    let replay = command.map { ["replay:  \($0)"] } ?? []
    let gap = example.columns.isEmpty ? [] : [""]
    return (gap + verdict + machines + replay).map { $0 + "\n" }.joined()
  }

  package func step(_ index: Int) -> String { steps[index] }

  /// Returns the contents of memory after a step: the newest value of each location, and the value that each thread saw
  /// most recently.
  package func memory(after index: Int) -> String {
    let lines = example.cells(after: index).map {
      (term: "\($0.name): \($0.newest)", meaning: $0.viewers(among: example.columns))
    }
    return lines.isEmpty
      ? "" : "    memory:\n" + TextLayout.definitions(lines, width: width, indent: 4, widestTerm: 32)
  }

  // MARK: - The grid

  private static let gap = 2

  /// The width of the space for the connecting line, the step's number, and a space.
  private var margin: Int { max(2, "\(example.steps.count)".count) + 2 }

  /// The greatest width that columns may need before the threads share one. Tests' output is read at 80 to 120.
  private static let greatestWidth = 120
  /// Four columns or more that fit in a narrow width could not be read.
  private var leastColumnWidth: Int { example.columns.count > 3 ? 24 : 12 }

  private var isFolded: Bool {
    let count = example.columns.count
    return margin + count * (leastColumnWidth + Self.gap) - Self.gap > max(width, Self.greatestWidth)
  }

  private var columnWidth: Int {
    let count = isFolded ? 1 : max(1, example.columns.count)
    return max(leastColumnWidth, (width - margin - Self.gap * (count - 1)) / count)
  }

  private var heading: String {
    // Threads that have done nothing that others notice have no columns.
    if example.columns.isEmpty { return "" }
    let gap = String(repeating: " ", count: Self.gap)
    let columns = isFolded ? ["\(example.columns[0]) to \(example.columns.last!)"] : example.columns
    let titles = columns.map { $0 + String(repeating: " ", count: max(0, columnWidth - $0.count)) }
    let rules = columns.map { _ in String(repeating: "-", count: columnWidth) }
    let margin = String(repeating: " ", count: self.margin)
    let file = mainFile.map { "\($0):\n" } ?? ""
    return file + trimmed(margin + titles.joined(separator: gap)) + "\n" + margin + rules.joined(separator: gap) + "\n"
  }

  private var steps: [String] {
    let connector = StepConnector(example.steps.map(\.isConcerned))
    var shown: [Int: Counterexample.Source] = [:]
    return example.steps.enumerated().map { index, step in
      let isTitled = isFolded && (index == 0 || example.steps[index - 1].column != step.column)
      let title = isTitled ? [example.columns[step.column] + ":"] : []
      // The source line is not repeated while the thread stays on it.
      let source = shown[step.column] == step.source && !isTitled ? nil : step.source
      shown[step.column] = step.source
      return lines(of: step, title, source, number: index + 1, connector[index])
    }
  }

  private func lines(
    of step: Counterexample.Step, _ title: [String], _ source: Counterexample.Source?, number: Int,
    _ connector: StepConnector.Place
  ) -> String {
    let place = title + (source.map { wrapped(label(of: $0) + text(of: $0), columnWidth) } ?? [])
    let operation = wrapped((step.isConcerned ? ">> " : "-> ") + step.operation, columnWidth)
    let stale = step.staleness.map { wrapped($0, columnWidth, first: "   ") } ?? []
    let texts = place + operation + stale
    return texts.enumerated().map { index, text in
      let line = index == place.count ? connector.atMark : index < place.count ? connector.above : connector.below
      let lead = self.lead(of: step, label: index == 0 ? "\(number)" : "", line)
      let isMarked = step.isConcerned && index >= place.count
      return lead + (color && isMarked ? StyledText.Tone.bad.painted(text) : text) + "\n"
    }.joined()
  }

  /// Returns the line number, preceded by the file's name if it differs from the file in the heading; empty if the line is
  /// not known.
  private func label(of source: Counterexample.Source) -> String {
    guard source.line > 0 else { return "" }
    return (source.file == mainFile ? "\(source.line)" : source.place) + ": "
  }

  /// Returns the beginning of a source line, which may contain several closures.
  private func text(of source: Counterexample.Source) -> String {
    let most = 120
    return source.text.count > most ? source.text.prefix(most) + " ..." : source.text
  }

  /// The file that contains most of the steps.
  private var mainFile: String? {
    let files = example.steps.compactMap(\.source?.file).filter { !$0.isEmpty }
    return files.distinct.max { a, b in files.count { $0 == a } < files.count { $0 == b } }
  }

  /// Returns the text to the left of a step: the connecting line, the step's number, and the empty columns of other
  /// threads, which a branch of the connecting line may cross.
  private func lead(of step: Counterexample.Step, label: String, _ line: StepConnector.Line) -> String {
    let columns = isFolded ? 0 : step.column * (columnWidth + Self.gap)
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

  private func painted(_ text: String) -> String { color ? StyledText.Tone.bad.painted(text) : text }

  private func wrapped(_ text: String, _ width: Int, first: String = "") -> [String] {
    TextLayout.wrapped(text, width: width, first: first, later: "   ", cutsWords: true)
  }

  private func trimmed(_ text: String) -> String {
    String(text.reversed().drop { $0 == " " }.reversed())
  }
}

extension Counterexample.Cell {
  /// Returns which threads have seen the newest value, and which value each other thread has seen most recently.
  ///
  /// - Parameter columns: The names of the threads.
  package func viewers(among columns: [String]) -> String {
    let seen = seen.sorted { $0.key < $1.key }
    let current = seen.filter { $0.value == newest }.map { columns[$0.key] }
    let older = seen.filter { $0.value != newest }.map { "\(columns[$0.key]) last saw \($0.value)" }
    let notes = (current.isEmpty ? [] : ["seen by " + current.joined(separator: " and ")]) + older
    return notes.joined(separator: "; ")
  }
}

/// The line that connects the steps that a counterexample's finding concerns, from the first to the last.
package struct StepConnector {
  /// The part of the connecting line next to one line of text.
  package enum Line { case none, passing, branching }

  /// The parts of the connecting line next to a step: above the marked words, next to them, and below them.
  package struct Place: Equatable {
    package var above = Line.none
    package var atMark = Line.none
    package var below = Line.none
  }

  private let marks: [Bool]
  private let range: Range<Int>

  /// - Parameter marks: For each step, whether the finding concerns it. If it concerns a single step, there is no line.
  package init(_ marks: [Bool]) {
    self.marks = marks
    let first = marks.firstIndex(of: true) ?? 0
    range = first..<(marks.lastIndex(of: true) ?? first)
  }

  package subscript(step: Int) -> Place {
    let above: Line = range.contains(step - 1) ? .passing : .none
    let below: Line = range.contains(step) ? .passing : .none
    guard marks[step], !range.isEmpty else { return Place(above: above, atMark: below, below: below) }
    return Place(above: above, atMark: .branching, below: below)
  }

  /// Returns whether any part of the connecting line runs next to the step.
  package func passes(_ step: Int) -> Bool { self[step] != Place() }
}
