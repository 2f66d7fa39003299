import SingletonCore
import SingletonDrawings
import SingletonMemoryModels
import SingletonModelChecker
import SingletonPlatform
import SingletonPresentation
import SingletonTextFormats

/// An execution of a litmus program with a wanted outcome, which is drawn step by step.
struct LitmusExecution {
  let run: LitmusRun
  let outcome: LitmusOutcome
  /// Empty for all.
  let models: [MemoryModel]

  /// Writes the drawing of an execution under the strongest model that has one.
  func show(on console: Console, _ color: When) throws -> ExitCode {
    try requireObservedPlaces()
    var isComplete = true
    for model in wantedModels {
      let search = try run.search(outcome, under: model)
      if let steps = search.steps {
        try console.output.write(text(of: steps, model, console, color))
        return .passed
      }
      isComplete = isComplete && search.isComplete
    }
    try console.output.write(TextLayout.paragraph(absence(isComplete), width: console.output.columns))
    return isComplete ? .failed : .tooWeak
  }

  private var wantedModels: [MemoryModel] {
    MemoryModel.strongestFirst.filter { models.isEmpty || models.contains($0) }
  }

  private func requireObservedPlaces() throws {
    guard let place = outcome.places.first(where: { !run.test.observed.contains($0) }) else { return }
    throw CommandError.usage(
      "--outcome: \(run.test.name) does not observe \(place.quoted)",
      expected: run.test.observed.isEmpty
        ? "a program with \"observe\"" : "one or more of " + run.test.observed.joined(separator: ", "))
  }

  private func absence(_ isComplete: Bool) -> String {
    let names = wantedModels.map(\.rawValue).joined(separator: " or ")
    let bound = isComplete ? "" : " among the first \(HumanFormat.counted(run.limit, "execution")); there are more"
    return "\(run.test.name): no execution under \(names) has \(outcome)\(bound)."
  }

  private func text(of steps: [Replay.Step], _ model: MemoryModel, _ console: Console, _ color: When) -> String {
    let width = console.output.columns
    let drawing = CounterexampleDrawing(
      example(steps, model), command: command, width: width,
      color: color.wantsColor(on: console.output, in: console))
    return TextLayout.paragraph("\(run.test.name), \(model.rawValue): \(outcome)", width: width) + "\n" + drawing.text
  }

  /// The command that draws the same execution again; a replay code has no litmus program.
  private var command: String {
    let words = [
      Tool.current.name, "litmus", run.file, "--test", Glob.exactly(run.test.name), "--outcome", outcome.description,
    ]
    return (words + models.flatMap { ["--model", $0.rawValue] })
      .map { $0.hasPrefix("--") ? $0 : Path.quoted($0) }.joined(separator: " ")
  }

  private func example(_ steps: [Replay.Step], _ model: MemoryModel) -> Counterexample {
    let threads = Set(steps.map(\.thread)).sorted()
    var example = Counterexample()
    // With models of the user's choice, a stronger one may have the outcome too.
    example.strongestModel = models.isEmpty ? model : nil
    example.columns = threads.map { "thread \($0)" }
    example.steps = steps.map { step in
      Counterexample.Step(
        column: threads.firstIndex(of: step.thread)!, source: source(of: step), operation: words(step),
        staleness: step.newer.map { "stale: it is \(Int(bitPattern: $0)) by now" }, isConcerned: false)
    }
    example.sentence = "The execution ends with \(outcome)."
    return example
  }

  private func source(of step: Replay.Step) -> Counterexample.Source {
    let line = Int(step.operation.sourceLine)
    return Counterexample.Source(
      file: run.test.name, line: line, text: run.test.instructions[step.thread][line - 1])
  }

  private func words(_ step: Replay.Step) -> String {
    guard step.operation.kind != .fence else { return "fence" }
    let name = run.test.program.name(ofLocation: Int(step.operation.location))
    let (read, written) = (step.read.map { Int(bitPattern: $0) }, step.written.map { Int(bitPattern: $0) })
    return switch (read, written) {
    case (let read?, let written?): "\(name): \(read) becomes \(written)"
    case (let read?, nil): step.isBlocked ? "waits: \(name) is \(read)" : "reads \(name): \(read)"
    default: "writes \(written ?? 0) to \(name)"
    }
  }
}
