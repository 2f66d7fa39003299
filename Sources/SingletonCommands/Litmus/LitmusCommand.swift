import SingletonArgumentParsing
import SingletonPlatform
import SingletonTextFormats

/// The `litmus` command, which explores every execution of small programs under three memory models.
struct LitmusCommand: Command {
  let name = "litmus"
  let abstract = "explore every execution of litmus programs under a memory model"
  let discussion = [
    "Runs each program under RC11 (C++), TSO (x86) and sequential consistency, and shows how many executions it has, its"
      + " outcomes, and whether there are data races or threads that wait forever. If the file states expected results,"
      + " they are compared.",
    "The line below is a complete file. The notation is explained, with message passing and other examples, in"
      + " Sources/singleton-bench/Documentation.docc/LitmusNotation.md.",
    #" {"name": "w", "threads": [["W.rlx x 1"], ["R.rlx r0 x"]], "observe": ["1:r0"]}"#,
    "The exit code is 0 if everything is as stated or nothing is stated, 1 if something differs or no execution has the"
      + " outcome of --outcome, 3 if --max-executions"
      + " stopped an exploration, and 4 if a file has no program.",
  ]
  let examples = [
    Example("litmus mp.json", "the programs of a file under three memory models"),
    Example("litmus mp.json --test MP --outcome 1:r0=1,1:r1=0", "how an outcome comes about, step by step"),
    Example("litmus mp.json --model tso", "what an x86 processor allows"),
    Example("litmus litmus.json --test 'SB*' --format csv", "only programs whose names match, as data"),
  ]
  let defaults = LitmusRequest()

  var argument: Argument<LitmusRequest>? {
    Argument(.input("FILE", "a JSON file of litmus programs"), count: 1...Int.max, appendsTo: \.files)
  }

  var options: [Option<LitmusRequest>] {
    [
      Option(
        "--model", .choice("MODEL"), appendsTo: \.models,
        "memory model: rc11, rc11-dep (with address dependencies), tso, sc",
        default: "all but rc11-dep"),
      Option(
        "--test", .pattern(completing: []), appendsTo: \.patterns, "only programs whose name matches (*, ?, [a-z])",
        default: "all"),
      Option(
        "--max-executions", .wholeNumber(in: 1...Int.max), sets: \.limit,
        "stop a program after N executions per model, including blocked ones; if there are more, the exit code is 3",
        default: "no limit"),
      Option(
        "--time", .duration, sets: \.time,
        "stop a program after this time per model; if it is not done then, the exit code is 3", default: "no limit"),
      Option(
        "--outcome", .spelled("VALUES", LitmusOutcome.spelling), sets: \.outcome,
        "draw an execution with this outcome, such as 1:r0=1,1:r1=0, under the strongest model that has one"),
      Option(flag: "--time-each", sets: \.isTimed, "show the wall time of each program under each model"),
      Option(
        "--format", .choice("FORMAT"), sets: \.format, "format of standard output: table, csv, json, markdown",
        default: defaults.format.rawValue),
      .color(sets: \.color),
    ]
  }

  func run(_ request: LitmusRequest, in invocation: Invocation) throws -> ExitCode {
    try requireOneStandardInput(among: request.files)
    let console = invocation.console
    try console.output.requireWritable()
    if let outcome = request.outcome {
      let run = try request.run(drawing: outcome)
      return try LitmusExecution(run: run, outcome: outcome, models: request.models).show(on: console, request.color)
    }
    let runs = try request.runs()
    let signals = try SignalWatcher()
    var rows: [LitmusRow] = []
    var finished = 0
    for var run in runs where !signals.isInterrupted {
      run.isInterrupted = { signals.isInterrupted }
      let found = try run.rows(request.wantedModels)
      // What the interruption has stopped says nothing.
      if !signals.isInterrupted { (rows, finished) = (rows + found, finished + 1) }
    }
    try console.output.write(request.text(of: rows, on: console))
    if request.format != .table { console.printFolded(LitmusTable.summary(rows) + "\n") }
    guard finished == runs.count else {
      let all = HumanFormat.counted(runs.count, "program")
      console.printMessage("interrupted: \(HumanFormat.grouped(finished)) of \(all) finished\n")
      return .interrupted
    }
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
