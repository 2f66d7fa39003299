package import SingletonArgumentParsing
import SingletonMemoryModels
import SingletonPlatform
import SingletonTextFormats

/// The program `singleton-litmus`.
package struct LitmusCommand: StandaloneCommand {
  package let name = "singleton-litmus"
  package let abstract = "explore every execution of litmus programs under a memory model"
  package let discussion = [
    "Runs each program under RC11 (C++), an approximation of ARMv8, TSO (x86) and sequential consistency, and shows how many executions it"
      + " has, its outcomes, and whether there are data races or threads that wait forever. If the file states expected results,"
      + " they are compared.",
    "The line below is a complete file. The notation is explained, with message passing and other examples, in"
      + " Sources/Bench/singleton-bench/Documentation.docc/LitmusNotation.md.",
    #" {"name": "w", "threads": [["W.rlx x 1"], ["R.rlx r0 x"]], "observe": ["1:r0"]}"#,
    "The exit code is 0 if everything is as stated or nothing is stated, 1 if something differs or no execution has the"
      + " outcome of --outcome, 3 if --max-executions"
      + " stopped an exploration, and 4 if a file has no program.",
  ]
  package let examples = [
    Example("singleton-litmus mp.json", "the programs of a file under four memory models"),
    Example("singleton-litmus mp.json --test MP --outcome 1:r0=1,1:r1=0", "how an outcome arises, step by step"),
    Example("singleton-litmus mp.json --model tso", "what an x86 processor allows"),
    Example("singleton-litmus litmus.json --test 'SB*' --format csv", "only programs whose names match, as data"),
  ]
  package let defaults = LitmusRequest()

  package init() {}

  package var argument: Argument<LitmusRequest>? {
    Argument(.input("FILE", "a JSON file of litmus programs"), count: 1...Int.max, appendsTo: \.files)
  }

  package var options: [Option<LitmusRequest>] {
    [
      Option(
        "--model", .choice("MODEL"), appendsTo: \.models,
        "memory model: rc11, arm, tso, sc", default: "all"),
      Option(
        "--test", .pattern(completing: []), appendsTo: \.patterns, "only programs whose name matches (*, ?, [a-z])",
        default: "all"),
      Option(
        "--max-executions", .wholeNumber(in: 1...Int.max), sets: \.limit,
        "visit at most N executions of a program per model, blocked ones included; exit code 3 if there are more",
        default: "no limit"),
      Option(
        "--time", .duration, sets: \.time,
        "stop a program after this time per model; exit code 3 if it is not finished", default: "no limit"),
      Option(
        "--outcome", .spelled("VALUES", LitmusOutcome.spelling), sets: \.outcome,
        "draw an execution with this outcome, such as 1:r0=1,1:r1=0, under the strongest model that has one"),
      .format(sets: \.format),
      .color(sets: \.color),
    ]
  }

  package func run(_ request: LitmusRequest, on console: Console) throws -> ExitCode {
    try requireOneStandardInput(among: request.files)
    try console.output.requireWritable()
    if let outcome = request.outcome { return try LitmusExecution(of: outcome, request).show(on: console) }
    let runs = try request.runs()
    let signals = try SignalWatcher()
    var rows: [LitmusRow] = []
    var finished = 0
    for var run in runs where !signals.isInterrupted {
      run.isInterrupted = { signals.isInterrupted }
      let found = try run.rows()
      // The results of a program that the interruption has cut short mean nothing, so they are dropped.
      if !signals.isInterrupted { (rows, finished) = (rows + found, finished + 1) }
    }
    try console.output.write(request.text(of: rows, on: console))
    if request.format != .table { console.printFolded(LitmusTable.summary(rows) + "\n") }
    guard finished == runs.count else {
      let all = HumanFormat.counted(runs.count, "program")
      console.printMessage("interrupted: \(HumanFormat.grouped(finished)) of \(all) finished\n")
      return .interrupted
    }
    return ExitCode.worst(of: rows.map { ExitCode($0.agreement) })
  }
}

extension ExitCode {
  fileprivate init(_ agreement: LitmusRow.Agreement) {
    self =
      switch agreement {
      case .differs: .failed
      case .stopped: .tooWeak
      case .asStated, .nothingStated: .passed
      }
  }
}

package struct LitmusRequest {
  var files: [String] = []
  /// The requested models; empty if the user requested none, which means all.
  var models: [MemoryModel] = []
  /// Patterns for the names of programs; empty for all programs.
  var patterns: [Glob] = []
  var limit: Int?
  var time: Duration?
  /// The outcome for which an execution is drawn, or `nil` to list all outcomes.
  var outcome: LitmusOutcome?
  var format = DataFormat.table
  var color = When.auto

  /// The requested models, the weakest first.
  var wantedModels: [MemoryModel] {
    MemoryModel.strongestFirst.reversed().filter { models.isEmpty || models.contains($0) }
  }

  /// Returns the programs to run. All files are read before any program runs.
  func runs() throws -> [LitmusRun] {
    let files = try files.map { try LitmusFile(path: $0) }
    if let empty = files.first(where: \.tests.isEmpty) {
      throw CommandError.nothingSelected(
        "\(InputError.name(of: empty.path)) has no programs, so nothing runs", next: "--help")
    }
    try patterns.requireMatches(of: "--test", among: files.flatMap(\.tests).map(\.name), next: "--help")
    return files.flatMap { file in
      file.tests.filter { patterns.match($0.name) }.map { LitmusRun(file: file.path, test: $0, request: self) }
    }
  }

  func text(of rows: [LitmusRow], on console: Console) -> String {
    let table = LitmusTable(rows)
    return switch format {
    case .table:
      table.text(width: console.output.columns, color: color.wantsColor(on: console.output, in: console))
        + TextLayout.paragraph(LitmusTable.summary(rows), width: console.output.columns)
    case .csv: CSV.text(of: rows, LitmusColumns.all)
    case .json: JSON.litmus(rows).text
    case .markdown: table.markdown
    }
  }
}
