import ArgumentParsing
import Core
import ModelChecker
import Reports
import StrategyChecker
import StrategyKit

/// `replay CODE`: one counterexample again, step by step.
struct ReplayCommand: Command {
  struct Settings {
    var code = ""
    var color = When.auto
    var noPause = false
  }

  let name = "replay"
  let abstract = "show one counterexample again, step by step"
  let discussion = [
    "The code is what check printed under a counterexample. On a terminal each step waits for the return key; --no-pause,"
      + " or a standard input that is no terminal, shows all at once."
  ]
  let defaults = Settings()
  let examples = [Example("replay CODE", "the counterexample that check has printed this code of")]

  var argument: Argument<Settings>? {
    Argument(.text("CODE", "the code that check has printed, such as 0BB14-0G004-..."), sets: \.code)
  }

  var options: [Option<Settings>] {
    [
      Option(flag: "--no-pause", sets: \.noPause, "do not wait between two steps"),
      .color(sets: \.color),
    ]
  }

  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode {
    let (row, finding) = try counterexample(settings.code, in: invocation.catalog)
    let console = invocation.console
    let drawing = CounterexampleDrawing(
      row.counterexample!, strongestModel: row.strongestModel, width: console.output.columns,
      color: settings.color.wantsColor(on: console.output, in: console))
    try console.output.write("\(row.words): \(finding.words)\n\n" + drawing.text(upTo: 0))
    let pauses = !settings.noPause && console.isInteractive
    if pauses { console.printMessage("The return key shows the next step; --no-pause shows all at once.\n") }
    for index in 0..<drawing.stepCount {
      try console.output.write(drawing.step(index))
      if pauses { _ = console.input.line() }
    }
    try console.output.write(drawing.closing)
    return .passed
  }

  /// The search for the strongest model stops after this many executions: every row that check explores by itself has
  /// far fewer.
  private static let maxExecutions: UInt64 = 200_000

  private func counterexample(_ text: String, in catalog: Catalog) throws -> (CheckRow, Defect) {
    do {
      let code = try ReplayCode(text, catalog: catalog)
      guard let check = code.check(in: catalog), let example = try code.counterexample(in: catalog) else {
        throw ReplayCodeError.strategy
      }
      var row = CheckRow(check)
      row.counterexample = example
      let limits = CheckLimits(executions: Self.maxExecutions)
      row.strongestModel = try? check.strongestModel(showing: code.finding, limits: limits)
      return (row, code.finding)
    } catch let error as ReplayCodeError {
      throw CommandError.unreadableCode(text, error)
    } catch let error as ReplayError {
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
      case .strategy: ("no strategy of this catalog is meant by it", "a code that this program has printed")
      case .contents: ("it holds no counterexample", "a code that this program has printed")
      }
    return CommandError(
      code: .unreadableInput, problem: "replay: \(text.quoted): \(problem)", expected: expected, next: "check")
  }
}
