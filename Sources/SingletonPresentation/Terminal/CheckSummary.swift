package import SingletonCore
import SingletonDrawings
import SingletonTextFormats

/// A summary of one check in a sentence, with its counterexample, for a reader who studies one strategy at a time.
package struct CheckSummary {
  private let row: CheckRow

  package init(_ row: CheckRow) { self.row = row }

  /// Returns the summary.
  ///
  /// - Parameters:
  ///   - drawing: Whether to draw the counterexample, if there is one.
  ///   - numbersLines: Whether to number the source lines, as in ``CounterexampleDrawing``.
  package func text(
    width: Int = 80, color: Bool = false, drawing: Bool = true, numbersLines: Bool = true
  ) -> String {
    let outcome = StyledText(row)
    let lines = TextLayout.wrapped("\(what): \(outcome.text)", width: width, later: "   ", cutsWords: true)
    let sentence = lines.map { (color ? outcome.tone.painted($0) : $0) + "\n" }.joined()
    guard drawing, let example = row.counterexample else { return sentence }
    let drawn = CounterexampleDrawing(
      example, width: width, color: color, numbersLines: numbersLines)
    return sentence + "\n" + drawn.text
  }

  /// The checked row in words, such as `mutex, first-access, 3 threads, rc11, 6 executions`.
  private var what: String {
    guard let executions = row.completeExecutions else { return row.title }
    return row.title + ", " + HumanFormat.counted(executions, "execution")
  }
}
