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
    let leftOut = wantedModels.contains(.rc11) ? " Left out: \(ProofStatement.leftOut)." : ""
    return "\(run.test.name): no execution under \(names) has \(outcome)\(bound).\(leftOut)"
  }

  private func text(of steps: [PerformedOperation], _ model: MemoryModel, _ console: Console, _ color: When) -> String {
    let width = console.output.columns
    let example = LitmusDrawing(name: run.test.name, instructions: run.test.instructions, program: run.test.program)
      // With models of the user's choice, a stronger one may have the outcome too.
      .example(steps, endingWith: outcome.description, strongestModel: models.isEmpty ? model : nil)
    let drawing = CounterexampleDrawing(
      example, command: command, width: width,
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
}
