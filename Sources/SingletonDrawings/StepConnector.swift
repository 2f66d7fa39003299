import SingletonCore
import SingletonTextFormats

/// The line that connects the steps that a counterexample's finding concerns, from the first to the last.
package struct StepConnector {
  /// The part of the connecting line beside one line of text.
  package enum Line { case none, passing, branching }

  /// The parts of the connecting line beside a step: above the marked words, at them, and below.
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

  /// Returns whether the line runs beside the step.
  package func passes(_ step: Int) -> Bool { self[step] != Place() }
}
