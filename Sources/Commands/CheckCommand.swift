import Baselines
import ModelChecker
import Outcomes
import Reports
import Strategies

/// `check`: every execution of the same strategies.
struct CheckCommand: Command {
  let catalog: Catalog

  let name = "check"
  let summary = "prove it, or draw the execution that breaks it, by a model checker"
  let discussion = [
    "Runs the strategies' own source over every execution that a memory model allows. A proof holds for so many threads"
      + " and says how many executions it covers; a refutation comes with the execution that is easiest to follow, and"
      + " with the machines that can show it. What the catalogue declares is held against what is found: a surprise"
      + " either way is exit code 1.",
    "Counterexamples are drawn where few rows are selected; 'replay CODE' draws one again.",
  ]
  let examples = [
    Example("check", "all strategies, with 2 and 3 threads"),
    Example("check --strategy double-checked-lock --scenario first-access", "one of them, drawn"),
    Example("check --model sc --format csv", "what shows on a machine without weak memory, as data"),
  ]
  let settings = CheckRequest()

  var options: [Option<CheckRequest>] {
    [
      Option(
        "--strategy", .pattern(completing: catalog.ids), appendsTo: \.strategies,
        "only strategies whose id matches (*, ?, [a-z])", standard: "all"),
      Option(
        "--scenario", .pattern(completing: Scenario.allCases.map(\.rawValue)), appendsTo: \.scenarios,
        "only scenarios whose id matches (*, ?, [a-z])", standard: "all"),
      Option(
        "--threads", .threads, sets: \.threads, "thread counts from 1 to \(CheckRequest.mostThreads)",
        standard: "\(settings.threads)"),
      Option(
        "--model", .choice("MODEL"), sets: \.model, "the memory model: rc11 (C++), tso (x86) or sc",
        standard: settings.model.rawValue),
      Option(
        "--max-executions", .wholeNumber(in: 1...1_000_000_000_000), sets: \.executions,
        "stop a row after so many executions", standard: "none"),
      Option("--time", .duration, sets: \.time, "stop a row after so long", standard: "none"),
      Option(
        "--format", .choice("FORMAT"), sets: \.format, "what standard output gets: table, csv, json, markdown",
        standard: settings.format.rawValue),
      .junit(sets: \.junit),
      .color(sets: \.color),
    ]
  }

  func run(_ request: CheckRequest, in invocation: Invocation) throws -> ExitCode {
    try request.check()
    let selection = Selection(
      catalog: invocation.catalog, strategies: request.strategies, scenarios: request.scenarios)
    let selected = try selection.rows()
    let console = invocation.console
    try console.output.requireWritable()
    let junit = try request.junit.map { try ResultFile(path: $0, .junit) }
    // Rows share nothing.
    let rows = try selected.flatMap { selection in
      request.threads.counts.map { CheckedRow(selection.entry, selection.scenario, $0, request) }
    }.concurrentMap { checked in Result { try checked.row() } }.map { try $0.get() }
    try junit?.write(JUnit(check: rows).text)
    try console.output.write(text(of: rows, request, console))
    return ExitCode.worst(of: rows.map(\.exitCode))
  }

  /// Few rows are drawn without being asked.
  private static let mostDrawn = 6

  private func text(of rows: [CheckRow], _ request: CheckRequest, _ console: Console) -> String {
    switch request.format {
    case .table:
      let count = Set(rows.filter { $0.counterexample != nil }.map { "\($0.strategy) \($0.scenario)" }).count
      return CheckTable(rows).text(
        width: console.output.columns, color: request.color.wantsColor(on: console.output, in: console),
        drawing: count <= Self.mostDrawn)
    case .csv: return CSV.text(of: rows, CheckColumns.all)
    case .json: return JSON.check(of: rows).text
    case .markdown: return CheckTable(rows).markdown
    }
  }
}

/// What the arguments of `check` ask for.
struct CheckRequest: Sendable {
  /// With more, the executions are too many for anybody's patience, and threads of a model have their limit too.
  static let mostThreads = 5

  var strategies: [Glob] = []
  var scenarios: [Glob] = []
  var threads = ThreadList("2-3")!
  var model = ModelName.rc11
  var executions: UInt64?
  var time: TimeSpan?
  var format = ComparisonFormat.table
  var junit: String?
  var color = Display.auto

  func check() throws {
    guard threads.largest > Self.mostThreads else { return }
    throw CommandError.usage(
      "--threads: \(threads) is too many for a check", expected: "1 to \(Self.mostThreads) threads")
  }

  var limits: CheckLimits {
    CheckLimits(
      executions: executions, deadline: time.map { Machine.monotonicNanoseconds + $0.nanoseconds },
      now: { Machine.monotonicNanoseconds })
  }
}

extension CheckRow {
  fileprivate var exitCode: ExitCode {
    if verdict == .limit { return .tooWeak }
    return grade == .broken || grade == .notShown ? .broken : .held
  }
}
