package import Core
import TextFormats

/// One check, told in a sentence and with its counterexample, for who looks at one strategy at a time.
package struct CheckSummary {
  private let row: CheckRow

  package init(_ row: CheckRow) { self.row = row }

  /// - Parameters:
  ///   - drawing: with the counterexample, where there is one.
  ///   - numbersLines: as in ``CounterexampleDrawing``.
  package func text(
    width: Int = 80, color: Bool = false, drawing: Bool = true, numbersLines: Bool = true
  ) -> String {
    let wording = StyledText(row)
    let lines = TextLayout.wrapped("\(what): \(wording.text)", width: width, later: "   ", cutsWords: true)
    let sentence = lines.map { (color ? wording.tone.painted($0) : $0) + "\n" }.joined()
    guard drawing, let example = row.counterexample else { return sentence }
    let drawn = CounterexampleDrawing(
      example, strongestModel: row.strongestModel, width: width, color: color, numbersLines: numbersLines)
    return sentence + "\n" + drawn.text
  }

  /// `mutex, first-access, 3 threads, rc11, 6 executions`
  private var what: String {
    // None is complete if all of them stop or wait for ever.
    guard let executions = row.executions, executions > 0 else { return row.words }
    return row.words + ", " + HumanFormat.counted(executions, "execution")
  }
}
