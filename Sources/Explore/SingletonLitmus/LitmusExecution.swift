import SingletonArgumentParsing
import SingletonDrawings
package import SingletonFindings
package import SingletonMemoryModels
package import SingletonModelChecker
import SingletonPlatform
import SingletonTextFormats

/// An execution of a litmus program that has a requested outcome, to be drawn step by step.
struct LitmusExecution {
  private let run: LitmusRun
  private let outcome: LitmusOutcome
  private var request: LitmusRequest { run.request }

  init(of outcome: LitmusOutcome, _ request: LitmusRequest) throws {
    guard request.format == .table else {
      throw CommandError.usage(
        "--outcome draws an execution as text, not as \(request.format.rawValue)", expected: "no --format")
    }
    let runs = try request.runs()
    guard runs.count == 1 else {
      throw CommandError.usage("--outcome: \(runs.count) programs are selected", expected: "one, by --test NAME")
    }
    run = runs[0]
    self.outcome = outcome
  }

  /// Draws an execution with the outcome, under the strongest model that allows one.
  func show(on console: Console) throws -> ExitCode {
    try requireObservedPlaces()
    var isComplete = true
    for model in wantedModels {
      let search = try run.search(outcome, under: model)
      if let steps = search.steps {
        try console.output.write(text(of: steps, model, console))
        return .passed
      }
      isComplete = isComplete && search.isComplete
    }
    try console.output.write(TextLayout.paragraph(absence(isComplete), width: console.output.columns))
    return isComplete ? .failed : .tooWeak
  }

  private var wantedModels: [MemoryModel] { request.wantedModels.reversed() }

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
    let leftOut = wantedModels.contains { !$0.hasGlobalOrder } ? " \(LitmusTable.leftOut)" : ""
    return "\(run.test.name): no execution under \(names) has \(outcome)\(bound).\(leftOut)"
  }

  private func text(of steps: [PerformedOperation], _ model: MemoryModel, _ console: Console) -> String {
    let width = console.output.columns
    let example = run.test.program.example(
      steps, of: run.test.name, endingWith: outcome.description,
      // Unknown if the user has chosen the models, because a stronger one may also have the outcome.
      strongestModel: request.models.isEmpty ? model : nil)
    let drawing = CounterexampleDrawing(
      example, command: command, width: width, color: request.color.wantsColor(on: console.output, in: console))
    return TextLayout.paragraph("\(run.test.name), \(model.rawValue): \(outcome)", width: width) + "\n" + drawing.text
  }

  /// The command that draws the same execution again. There is no replay code, because replay codes are only for
  /// strategies and classes.
  private var command: String {
    let words = [
      "singleton-litmus", run.file, "--test", Glob.exactly(run.test.name), "--outcome", outcome.description,
    ]
    return (words + request.models.flatMap { ["--model", $0.rawValue] })
      .map { $0.hasPrefix("--") ? $0 : Path.quoted($0) }.joined(separator: " ")
  }
}

/// The value of `--outcome`: final values of observed registers and variables, spelled as in the table, such as
/// `1:r0=1,1:r1=0`.
struct LitmusOutcome: LosslessStringConvertible, Sendable {
  static let spelling = "all or some values of an outcome, as the table shows them, such as 1:r0=1,1:r1=0"

  let description: String
  /// The value of each observed variable or register, by its name; `nil` for a register that was never set.
  private let values: [String: Int?]

  init?(_ text: String) {
    var values: [String: Int?] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard sides.count == 2, !sides[0].isEmpty, sides[1] == "null" || Int(sides[1]) != nil,
        values.updateValue(Int(sides[1]), forKey: sides[0]) == nil
      else { return nil }
    }
    self.values = values
    description = text
  }

  var places: [String] { values.keys.sorted() }

  /// - Parameter observed: The registers and variables to which the values of the outcome belong, in the same order.
  func matches(_ outcome: [Int?], observing observed: [String]) -> Bool {
    zip(observed, outcome).allSatisfy { place, value in values[place].map { $0 == value } ?? true }
  }
}

extension LitmusProgram {
  /// Returns an execution in the form in which it is drawn.
  ///
  /// - Parameters:
  ///   - name: The program's name.
  ///   - outcome: The values at the end of the execution, as text.
  ///   - strongestModel: The strongest model that allows the outcome; `nil` if it is unknown.
  package func example(
    _ steps: [PerformedOperation], of name: String, endingWith outcome: String, strongestModel: MemoryModel?
  ) -> Counterexample {
    let threads = Set(steps.map(\.thread)).sorted()
    var example = Counterexample()
    example.strongestModel = strongestModel
    example.columns = threads.map { "thread \($0)" }
    example.steps = steps.map { step in
      Counterexample.Step(
        column: threads.firstIndex(of: step.thread)!, source: source(of: step, in: name), operation: effect(of: step),
        staleness: step.newer.map { "stale: it is \(Int(bitPattern: $0)) by now" }, isConcerned: false)
    }
    example.sentence = "The execution ends with \(outcome)."
    return example
  }

  private func source(of step: PerformedOperation, in name: String) -> Counterexample.Source {
    let line = Int(step.operation.sourceLine)
    return Counterexample.Source(file: name, line: line, text: texts[step.thread][line - 1])
  }

  private func effect(of step: PerformedOperation) -> String {
    guard step.operation.kind != .fence else { return "fence" }
    let name = name(ofLocation: Int(step.operation.location))
    let (read, written) = (step.read.map { Int(bitPattern: $0) }, step.written.map { Int(bitPattern: $0) })
    return switch (read, written) {
    case (let read?, let written?): "\(name): \(read) becomes \(written)"
    case (let read?, nil): step.isBlocked ? "waits: \(name) is \(read)" : "reads \(name): \(read)"
    default: "writes \(written ?? 0) to \(name)"
    }
  }
}
