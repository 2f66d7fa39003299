import SingletonCore
import SingletonMemoryModels
import SingletonModelChecker

/// A litmus program whose executions are drawn.
struct LitmusDrawing {
  let name: String
  /// Each thread's instructions, as they are written.
  let instructions: [[String]]
  let program: LitmusProgram

  /// Returns an execution as it is drawn.
  ///
  /// - Parameters:
  ///   - outcome: The values at its end, as they are spelled.
  ///   - strongestModel: The strongest model that has it; `nil` if that is not known.
  func example(
    _ steps: [PerformedOperation], endingWith outcome: String, strongestModel: MemoryModel?
  ) -> Counterexample {
    let threads = Set(steps.map(\.thread)).sorted()
    var example = Counterexample()
    example.strongestModel = strongestModel
    example.columns = threads.map { "thread \($0)" }
    example.steps = steps.map { step in
      Counterexample.Step(
        column: threads.firstIndex(of: step.thread)!, source: source(of: step), operation: words(step),
        staleness: step.newer.map { "stale: it is \(Int(bitPattern: $0)) by now" }, isConcerned: false)
    }
    example.sentence = "The execution ends with \(outcome)."
    return example
  }

  private func source(of step: PerformedOperation) -> Counterexample.Source {
    let line = Int(step.operation.sourceLine)
    return Counterexample.Source(file: name, line: line, text: instructions[step.thread][line - 1])
  }

  private func words(_ step: PerformedOperation) -> String {
    guard step.operation.kind != .fence else { return "fence" }
    let name = program.name(ofLocation: Int(step.operation.location))
    let (read, written) = (step.read.map { Int(bitPattern: $0) }, step.written.map { Int(bitPattern: $0) })
    return switch (read, written) {
    case (let read?, let written?): "\(name): \(read) becomes \(written)"
    case (let read?, nil): step.isBlocked ? "waits: \(name) is \(read)" : "reads \(name): \(read)"
    default: "writes \(written ?? 0) to \(name)"
    }
  }
}
