package import Outcomes

/// One check, told in a sentence and with its counterexample, for who looks at one strategy at a time.
package struct CheckAccount {
  private let row: CheckRow

  package init(_ row: CheckRow) { self.row = row }

  /// - Parameter numbersLines: as in ``CounterexampleDrawing``.
  package func text(width: Int = 80, color: Bool = false, numbersLines: Bool = true) -> String {
    let wording = Wording(row)
    let lines = LineBreaking.lines(of: "\(what): \(wording.text)", width: width)
    let drawing = row.counterexample.map { example in
      "\n"
        + CounterexampleDrawing(
          example, weakest: row.weakestModel, width: width, color: color, numbersLines: numbersLines
        ).text
    }
    return lines.map { (color ? wording.tone.painted($0) : $0) + "\n" }.joined() + (drawing ?? "")
  }

  /// `mutex, first-access, 3 threads, rc11, 6 executions`
  private var what: String {
    let threads = Figure.counted(row.threads, "thread")
    let place = "\(row.strategy), \(row.scenario.rawValue), \(threads), \(row.model.rawValue)"
    // None is complete where all of them stop or wait for ever.
    return row.executions == 0 ? place : place + ", " + Figure.counted(row.executions, "execution")
  }
}
