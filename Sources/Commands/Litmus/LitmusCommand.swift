import ArgumentParsing
import Platform
import TextFormats

/// `litmus`: every execution of small programs, under three memory models.
struct LitmusCommand: Command {
  let name = "litmus"
  let abstract = "check litmus programs: every execution that a memory model allows"
  let discussion = [
    "Each program is run under RC11 (C++), TSO (x86) and sequential consistency: how many executions it has, which"
      + " outcomes, whether two accesses race, whether threads wait for ever. What the file states of that is compared.",
    "A file with this in it is a program; the notation, with message passing and other examples, is explained in"
      + " Sources/singleton-bench/Documentation.docc/LitmusNotation.md.",
    #"{"name": "own", "threads": [["W.rlx x 1"], ["R.rlx r0 x"]], "observe": ["1:r0"]}"#,
    "The exit code is 0 where everything is as stated or nothing is stated, 1 where something differs, 3 where"
      + " --max-executions ended an exploration, 4 where a file has no program.",
  ]
  let examples = [
    Example("litmus mp.json", "the programs of a file under three memory models"),
    Example("litmus mp.json --model tso", "what an x86 processor allows"),
    Example("litmus litmus.json --test 'SB*' --format csv", "only programs whose names match, as data"),
  ]
  let defaults = LitmusRequest()

  var argument: Argument<LitmusRequest>? { Argument(.litmusFile, count: 1...Int.max, appendsTo: \.files) }

  var options: [Option<LitmusRequest>] {
    [
      Option(
        "--model", .choice("MODEL"), appendsTo: \.models, "under this memory model only: rc11, tso, sc",
        default: "all three"),
      Option(
        "--test", .pattern(completing: []), appendsTo: \.patterns, "only programs whose names match", default: "all"),
      Option(
        "--max-executions", .wholeNumber(in: 1...Int.max), sets: \.limit,
        "stop a program after so many executions under one model, blocked ones included; if there are more, exit code 3",
        default: "no limit"),
      Option(flag: "--time-each", sets: \.isTimed, "show the wall time of each program under each model"),
      Option(
        "--format", .choice("FORMAT"), sets: \.format, "what standard output gets: table, csv, json, markdown",
        default: defaults.format.rawValue),
      .color(sets: \.color),
    ]
  }

  func run(_ request: LitmusRequest, in invocation: Invocation) throws -> ExitCode {
    let console = invocation.console
    try console.output.requireWritable()
    let rows = try request.runs().flatMap { try $0.rows(request.wantedModels) }
    try console.output.write(request.text(of: rows, on: console))
    if request.format != .table { console.printMessage(LitmusTable.summary(rows) + "\n") }
    return ExitCode.worst(of: rows.map { ExitCode($0.verdict) })
  }
}

extension ExitCode {
  init(_ verdict: LitmusVerdict) {
    self =
      switch verdict {
      case .differs: .failed
      case .stopped: .tooWeak
      case .asStated, .nothingStated: .passed
      }
  }
}

extension ArgumentValue<String> {
  fileprivate static var litmusFile: ArgumentValue {
    ArgumentValue(
      info: ValueInfo(placeholder: "FILE", expected: "a JSON file of litmus programs", completion: .file),
      parse: { $0.isEmpty ? nil : $0 }, format: \.self)
  }
}
