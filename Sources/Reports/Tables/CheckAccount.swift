package import Outcomes

/// One check, told in a sentence and with its counterexample, for who looks at one strategy at a time.
package struct CheckAccount {
  private let row: CheckRow

  package init(_ row: CheckRow) { self.row = row }

  /// - Parameters:
  ///   - drawing: with the counterexample, where there is one.
  ///   - numbersLines: as in ``CounterexampleDrawing``.
  package func text(
    width: Int = 80, color: Bool = false, drawing: Bool = true, numbersLines: Bool = true
  ) -> String {
    let wording = Wording(row)
    let lines = LineBreaking.lines(of: "\(what): \(wording.text)", width: width)
    let sentence = lines.map { (color ? wording.tone.painted($0) : $0) + "\n" }.joined()
    guard drawing, let example = row.counterexample else { return sentence }
    let drawn = CounterexampleDrawing(
      example, weakest: row.weakestModel, width: width, color: color, numbersLines: numbersLines)
    return sentence + "\n" + drawn.text
  }

  /// `mutex, first-access, 3 threads, rc11, 6 executions`
  private var what: String {
    let threads = Figure.counted(row.threads, "thread")
    let place = "\(row.strategy), \(row.scenario.rawValue), \(threads), \(row.model.rawValue)"
    // None is complete where all of them stop or wait for ever.
    return row.executions == 0 ? place : place + ", " + Figure.counted(row.executions, "execution")
  }
}
