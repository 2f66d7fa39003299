import SingletonArgumentParsing
import SingletonCore
import SingletonDrawings
import SingletonModelChecker
import SingletonPlatform
import SingletonStrategyChecker
import SingletonStrategyKit
import SingletonTextFormats

struct ReplayCommand: Command {
  struct Settings {
    var code = ""
    var color = When.auto
    var noPause = false
    var showsMemory = false
  }

  let name = "replay"
  let abstract = "show a counterexample again, step by step"
  let discussion = [
    "'check' prints the code below a counterexample. On a terminal, the program waits after each step, and shows the"
      + " memory: the newest value of each location, and which threads most recently saw an older one. Return moves on,"
      + " b moves back, q quits. With --no-pause, or if standard input or output is not a terminal, all steps are shown"
      + " at once."
  ]
  let defaults = Settings()
  let examples = [Example("replay CODE", "the counterexample with this code")]

  var argument: Argument<Settings>? {
    Argument(.text("CODE", "a code printed by 'check', such as 0BB14-0G004-..."), sets: \.code)
  }

  var options: [Option<Settings>] {
    [
      Option(flag: "--no-pause", sets: \.noPause, "do not wait between steps"),
      Option(flag: "--memory", sets: \.showsMemory, "show the memory after each step, even without waiting"),
      .color(sets: \.color),
    ]
  }

  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode {
    let (row, finding) = try counterexample(settings.code, in: invocation.catalog)
    let console = invocation.console
    let drawing = CounterexampleDrawing(
      row.counterexample!, command: row.counterexample!.replayCommand, width: console.output.columns,
      color: settings.color.wantsColor(on: console.output, in: console))
    let title = TextLayout.paragraph("\(row.title): \(finding.meaning)", width: console.output.columns)
    try console.output.write(title + "\n" + drawing.text(upTo: 0))
    if !settings.noPause && console.isInteractive {
      try showStepByStep(drawing, on: console)
    } else {
      for index in 0..<drawing.stepCount {
        try console.output.write(drawing.step(index) + (settings.showsMemory ? drawing.memory(after: index) : ""))
      }
      try console.output.write(drawing.closing)
    }
    return .passed
  }

  /// The time after which the search for the strongest model stops. Without a limit, a forged code could make the
  /// search endless.
  private static let searchTime = Duration.seconds(2)

  private func counterexample(_ text: String, in catalog: Catalog) throws -> (CheckRow, Defect) {
    do {
      let code = try ReplayCode(text, catalog: catalog)
      guard let check = code.check(in: catalog),
        let example = try check.counterexample(code.finding, code.schedule)
      else { throw ReplayCodeError.strategy }
      var row = CheckRow(check)
      row.counterexample = example
      let deadline = monotonicNanoseconds() + Self.searchTime.nanoseconds
      let limits = CheckLimits(deadline: deadline, now: { monotonicNanoseconds() })
      row.counterexample?.strongestModel = try? check.strongestModel(showing: code.finding, limits: limits)
      return (row, code.finding)
    } catch let error as ReplayCodeError {
      throw CommandError.unreadableCode(text, error)
    } catch ReplayError.differs(let step) {
      throw CommandError(
        code: .unreadableInput,
        problem: "replay: at step \(step) the strategy behaves differently than when the code was made",
        expected: "a code of this version of the strategy", next: "check")
    } catch ReplayError.obstacle(let obstacle) {
      throw CommandError(code: .systemRefused, problem: "replay: \(obstacle)")
    }
  }
}

extension CommandError {
  fileprivate static func unreadableCode(_ text: String, _ error: ReplayCodeError) -> CommandError {
    let (problem, expected) =
      switch error {
      case .letter(let letter, let position):
        (
          "character \(position), \(String(letter).quoted), is none of a code",
          "digits and letters except I, L, O and U, as printed by 'check'"
        )
      case .tooShort: ("it is too short", "a whole code, as printed by 'check'")
      case .checksum: ("its checksum is wrong", "the code as printed by 'check'; a character is wrong or missing")
      case .version(let version):
        (
          "it has the format of version \(version)",
          "a code of version \(ReplayCode.version); 'check' prints one for the same counterexample"
        )
      case .strategy: ("its strategy is not in this catalog", "a code printed by this program")
      case .contents: ("it contains no counterexample", "a code printed by this program")
      }
    return CommandError(
      code: .unreadableInput, problem: "replay: \(text.quoted): \(problem)", expected: expected, next: "check")
  }
}

extension ReplayCommand {
  /// Shows the steps, below a heading that was already printed. The reader can go forward and backward. When the input
  /// ends, all remaining steps are shown.
  private func showStepByStep(_ drawing: CounterexampleDrawing, on console: Console) throws {
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
