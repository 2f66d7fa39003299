import SingletonDrawings
import SingletonPlatform

/// A counterexample on a terminal, whose steps a reader goes through in both directions.
struct StepByStep {
  private let drawing: CounterexampleDrawing
  private let console: Console

  init(_ drawing: CounterexampleDrawing, _ console: Console) {
    self.drawing = drawing
    self.console = console
  }

  /// Shows the steps below the heading, which stands there already. At the end of the input, all of them are shown.
  func show() throws {
    var shown = 0
    var answer: String? = ""
    while true {
      switch answer?.lowercased() {
      case "", nil:
        guard shown < drawing.stepCount else { return try console.output.write(drawing.closing) }
        try console.output.write(drawing.step(shown) + drawing.memory(after: shown))
        shown += 1
      case "b":
        shown = max(1, shown - 1)
        try console.output.write("\n" + drawing.text(upTo: shown) + drawing.memory(after: shown - 1))
      case "q": return
      default: break
      }
      if answer != nil {
        console.printMessage("[\(shown)/\(drawing.stepCount)] Return: next, b: back, q: quit ")
        answer = console.input.line().map { String($0.filter { !$0.isWhitespace }) }
      }
    }
  }
}
