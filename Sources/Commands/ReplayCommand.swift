import ModelChecker
import Outcomes
import Reports
import Strategies

/// `replay CODE`: one counterexample again, step by step.
struct ReplayCommand: Command {
  struct Settings {
    var code = ""
    var color = Display.auto
    var pausesNot = false
  }

  let name = "replay"
  let summary = "show one counterexample again, step by step"
  let discussion = [
    "The code is what check printed under a counterexample. On a terminal each step waits for the return key; --no-pause,"
      + " or a standard input that is no terminal, shows all at once."
  ]
  let settings = Settings()
  let examples = [Example("replay CODE", "the counterexample that check has printed this code of")]

  var operand: Operand<Settings>? {
    Operand(
      ValueKind(
        facts: ValueFacts(placeholder: "CODE", expected: "the code that check has printed, such as 0BB14-0G004-..."),
        parse: { $0.isEmpty ? nil : $0 }), sets: \.code)
  }

  var options: [Option<Settings>] {
    [
      Option(flag: "--no-pause", sets: \.pausesNot, "do not wait between two steps"),
      .color(sets: \.color),
    ]
  }

  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode {
    let (example, seenBy) = try counterexample(settings.code, in: invocation.catalog)
    let console = invocation.console
    let drawing = CounterexampleDrawing(
      example, weakest: seenBy, width: console.output.columns,
      color: settings.color.wantsColor(on: console.output, in: console))
    let threads = Figure.counted(example.threads, "thread")
    try console.output.write(
      "\(example.strategy), \(example.scenario.rawValue), \(threads), \(example.model.rawValue): "
        + "\(example.finding.words)\n\n" + drawing.text(upTo: 0))
    let pauses = !settings.pausesNot && console.hasReader
    if pauses { console.say("The return key shows the next step; --no-pause shows all at once.\n") }
    for index in 0..<drawing.stepCount {
      try console.output.write(drawing.step(index))
      if pauses { _ = console.input.line() }
    }
    try console.output.write(drawing.closing)
    return .held
  }

  /// A model is asked so long who shows the finding: every row that check explores by itself has far fewer.
  private static let mostExecutions: UInt64 = 200_000

  private func counterexample(
    _ text: String, in catalog: Catalog
  ) throws -> (example: Counterexample, seenBy: ModelName?) {
    do {
      let code = try ReplayCode(text, catalog: catalog)
      guard let check = code.check(in: catalog), let example = try code.counterexample(in: catalog) else {
        throw ReplayCodeError.strategy
      }
      let limits = CheckLimits(executions: Self.mostExecutions)
      return (example, try? check.strongestModel(showing: code.finding, limits: limits))
    } catch let error as ReplayCodeError {
      throw CommandError.unreadableCode(text, error)
    } catch let error as RehearsalError {
      throw CommandError(
        code: .unreadableInput,
        problem: "replay: at step \(error.step) the strategy does something else than when the code was made",
        expected: "a code of this version of the strategy", next: "check")
    }
  }
}

extension CommandError {
  fileprivate static func unreadableCode(_ text: String, _ error: ReplayCodeError) -> CommandError {
    let (problem, expected) =
      switch error {
      case .letters:
        ("it has a letter that no code has", "digits and letters without I, L, O and U, as check prints them")
      case .tooShort: ("it is too short", "a whole code, as check prints it")
      case .checksum: ("its checksum is wrong", "the code as check has printed it: a letter is another, or is missing")
      case .version(let version):
        (
          "it is of version \(version) of the codes",
          "a code of version \(ReplayCode.version): check prints one for the same counterexample"
        )
      case .strategy: ("no strategy of this catalogue is meant by it", "a code that this program has printed")
      case .contents: ("it holds no counterexample", "a code that this program has printed")
      }
    return CommandError(
      code: .unreadableInput, problem: "replay: \(text.quoted): \(problem)", expected: expected, next: "check")
  }
}
