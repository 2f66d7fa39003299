import Core
import TextFormats

/// The line that joins the steps of a counterexample that its finding is about, from the first of them to the last.
struct StepConnector {
  /// What of the line is beside one line of text.
  enum Line { case none, passing, branching }

  /// What of the line is beside a step: above the words that are marked, at them, and below.
  struct Place: Equatable {
    var above = Line.none
    var atMark = Line.none
    var below = Line.none
  }

  private let marks: [Bool]
  private let range: Range<Int>

  /// - Parameter marks: of each step, whether the finding is about it. One alone has nothing to be joined with.
  init(_ marks: [Bool]) {
    self.marks = marks
    let first = marks.firstIndex(of: true) ?? 0
    range = first..<(marks.lastIndex(of: true) ?? first)
  }

  subscript(step: Int) -> Place {
    let above: Line = range.contains(step - 1) ? .passing : .none
    let below: Line = range.contains(step) ? .passing : .none
    guard marks[step], !range.isEmpty else { return Place(above: above, atMark: below, below: below) }
    return Place(above: above, atMark: .branching, below: below)
  }

  /// Whether the line is beside the step.
  func passes(_ step: Int) -> Bool { self[step] != Place() }
}
