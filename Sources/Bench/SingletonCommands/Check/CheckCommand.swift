import SingletonArgumentParsing
import SingletonCore
import SingletonDrawings
import SingletonModelChecker
import SingletonPlatform
import SingletonPresentation
import SingletonReports
import SingletonStrategyChecker
import SingletonStrategyKit
import SingletonStressEngine
import SingletonTextFormats

struct CheckCommand: Command {
  let catalog: Catalog
  /// Checks listings, or `nil` if another program does.
  let listings: ListingChecker?

  let name = "check"
  let abstract = "model-check strategies: prove each one or draw a counterexample"
  let discussion = [
    "Runs the source of each strategy in every execution that a memory model allows. A proof holds for the given number"
      + " of threads and says how many executions it covers; a refutation shows the execution that is easiest to"
      + " follow, and the machines on which it can occur. The results are compared with the declarations in the"
      + " catalog; a difference in either direction ends with exit code 1.",
    "Counterexamples are drawn if there are few of them; 'replay CODE' draws one again.",
  ]
  let examples = [
    Example("check", "all strategies, with 2 and 3 threads"),
    Example("check --strategy double-checked-lock --scenario first-access", "one of them, with its counterexample"),
    Example("check --form plain --strategy serial-queue", "its listing, as it is compiled"),
    Example("check --strategy weak --html weak.html", "a page that steps through each counterexample"),
    Example("check --orderings --strategy 'spin*'", "the memory orders that suffice"),
    Example("check --any-number --scenario first-access", "the strategies that any number of threads can ask"),
    Example("check --model sc --format csv", "the findings of a machine without weak memory, as data"),
  ]
  let defaults = CheckRequest()

  var options: [Option<CheckRequest>] {
    [
      .strategies(catalog.ids, appendsTo: \.strategies),
      .scenarios(appendsTo: \.scenarios),
      .form(sets: \.form, default: defaults.form),
      Option(
        "--threads", .threads, sets: \.threads, "thread counts from 1 to \(StrategyCheck.maxThreads)",
        default: "\(defaults.threads)"),
      Option(
        "--model", .choice("MODEL"), sets: \.model,
        "memory model: rc11 (C++), arm (approximates ARMv8), tso (x86) or sc (sequential consistency); of no effect where tasks ask,"
          + " whose jobs run one at a time", default: defaults.model.rawValue),
      Option(
        "--timeouts", .choice("WHEN"), sets: \.timeouts,
        "when a wait with a time limit may time out: when-stuck (no thread can take another step) or any-time",
        default: defaults.timeouts.rawValue),
      Option(
        "--max-executions", .wholeNumber(in: 1...1_000_000_000_000), sets: \.executions,
        "stop a row after N executions; blocked and symmetric ones count, too", default: "no limit"),
      Option(
        "--time", .duration, sets: \.time, "stop a row after this time",
        default: "no limit; \(DurationFormat.text(CheckRequest.timeWithManyThreads)) from"
          + " \(CheckRequest.manyThreads) threads on, unless --max-executions says otherwise"),
      .format(sets: \.format),
      Option(
        flag: "--orderings", sets: \.orderings,
        "find all minimal sets of memory orders that suffice instead, and what a weaker order breaks"),
      Option(
        flag: "--any-number", sets: \.anyNumber,
        "prove the promise for any number of threads instead, where that is possible"),
      .junit(sets: \.junit),
      Option(
        "--html", .path("a file to write"), sets: \.html,
        "write a page that shows each counterexample step by step", default: "none"),
      .force(sets: \.force),
      .progress(sets: \.progress),
      .color(sets: \.color),
    ]
  }

  func run(_ request: CheckRequest, in invocation: Invocation) throws -> ExitCode {
    try request.check()
    let selected = Selection(
      catalog: catalog, strategies: request.strategies, scenarios: request.scenarios,
      forms: request.form == .harness ? nil : request.form.forms)
    let rows = try selected.rows()
    let console = invocation.console
    if request.form != .harness { return try run(rows, request, invocation) }
    let checks = rows.flatMap { row in request.threads.counts.map { check(row, threads: $0, request) } }
    try console.output.requireWritable()
    if request.anyNumber { return try proveForAnyNumber(checks, request, console) }
    return request.orderings ? try minimizeOrderings(of: checks, request, console) : try run(checks, request, console)
  }

  private func proveForAnyNumber(
    _ checks: [StrategyCheck], _ request: CheckRequest, _ console: Console
  ) throws -> ExitCode {
    let different = checks.distinct { RowKey.subject($0.entry.info.id, $0.scenario.id) }
    guard different.contains(where: \.entry.isModeled) else {
      throw notModeled("proved", checks)
    }
    let rows = different.concurrentMap { $0.proofForAnyNumber() }
    let color = request.color.wantsColor(on: console.output, in: console)
    let text =
      switch request.format {
      case .table: AnyNumberTable(rows).text(width: console.output.columns, color: color)
      case .csv: CSV.text(of: rows, AnyNumberColumns.all)
      case .json: JSON.object([("rows", .rows(rows, AnyNumberColumns.all))]).text
      case .markdown: AnyNumberTable(rows).markdown
      }
    try console.output.write(text)
    return .passed
  }

  /// Returns an error for strategies whose source no model can run. Most of them have a listing that can be checked.
  private func notModeled(_ done: String, _ checks: [any RowCheck]) -> CommandError {
    let names = checks.map(\.row.strategy).distinct
    let isHarness = checks.allSatisfy { $0.row.form == .harness }
    return .nothingSelected(
      "nothing was \(done), because none of these is modeled: \(names.joined(separator: ", "))",
      next: isHarness ? "check --form plain --strategy \(names[0])" : "run --strategy \(names[0])")
  }

  private func check(_ row: Plan.Selection, threads: Int, _ request: CheckRequest) -> StrategyCheck {
    StrategyCheck(
      row.entry, row.scenario, threads: threads, model: request.model, sources: catalog.sources,
      timeouts: request.timeouts)
  }

  /// Checks listings, or lets the program do so that can.
  private func run(_ rows: [Plan.Selection], _ request: CheckRequest, _ invocation: Invocation) throws -> ExitCode {
    guard let listings else { throw ListingProgram.replaceThisProcess(of: invocation.tool.name) }
    let checks = rows.flatMap { row in
      request.threads.counts.map { threads -> any RowCheck in
        row.form == .harness
          ? check(row, threads: threads, request)
          : ListingRowCheck(
            row.entry, row.scenario, threads: threads, model: request.model, draws: request.shows, by: listings)
      }
    }
    try invocation.console.output.requireWritable()
    return try run(checks, request, invocation.console)
  }

  private func run(_ checks: [any RowCheck], _ request: CheckRequest, _ console: Console) throws -> ExitCode {
    let page = try request.html.map { try ResultFile(path: $0, .page, force: request.force) }
    let junit = try request.junit.map { try ResultFile(path: $0, .junit, force: request.force) }
    let results = try self.rows(checks, request, console)
    let rows = results.compactMap(\.self)
    try junit?.write(JUnit(check: rows).text)
    if !rows.isEmpty { try page?.write(Page(check: rows, listings: catalog.listings(of:)).text) }
    try console.output.write(text(of: rows, isComplete: rows.count == checks.count, request, console))
    guard rows.count == checks.count else {
      let open = zip(checks, results).filter { $1 == nil }.map { $0.0.row.title }
      console.printFolded(interruption(rows.count, of: checks.count, without: open) + "\n")
      return .interrupted
    }
    guard rows.contains(where: { $0.verdict != .notModeled }) else {
      throw notModeled("checked", checks)
    }
    noteLimits(rows, request, console)
    return ExitCode.worst(of: rows.map(\.exitCode))
  }

  /// Names the rows that the limit of many threads has stopped, because the user did not ask for this limit.
  private func noteLimits(_ rows: [CheckRow], _ request: CheckRequest, _ console: Console) {
    let stopped = rows.filter {
      $0.verdict == .undecided && $0.obstacle == nil && request.time(threads: $0.threads) != request.time
    }
    guard let first = stopped.first else { return }
    let form = first.form == .harness ? "" : " --form \(first.form.rawValue)"
    console.printFolded(
      "note: \(HumanFormat.counted(stopped.count, "row")) stopped after"
        + " \(DurationFormat.text(CheckRequest.timeWithManyThreads)), the limit from \(CheckRequest.manyThreads)"
        + " threads on: \(Self.named(stopped.map(\.title)))\n"
        + "  next: \(Tool.current.name) check\(form) --strategy \(first.strategy) --scenario \(first.scenario)"
        + " --threads \(first.threads) --time 10m\n")
  }

  /// Returns the names of the first few rows, and the number of the others.
  private static func named(_ rows: [String]) -> String {
    let most = 10
    let more = rows.count > most ? "; and \(HumanFormat.grouped(rows.count - most)) more" : ""
    return rows.prefix(most).joined(separator: "; ") + more
  }

  private func interruption(_ finished: Int, of count: Int, without open: [String]) -> String {
    "interrupted: \(HumanFormat.grouped(finished)) of \(HumanFormat.counted(count, "check")) finished;"
      + " not \(Self.named(open))"
  }

  /// Returns the results in the order of the checks. The result of a check that an interruption left out is `nil`.
  private func rows(_ checks: [any RowCheck], _ request: CheckRequest, _ console: Console) throws -> [CheckRow?] {
    var progress = request.progress.wantsProgress(in: console) ? ProgressLine(on: console.messages) : nil
    defer { progress?.clear() }
    let start = monotonicNanoseconds()
    let results = try CheckRun(checks, limits: request.limits).results { current in
      // The progress line shows the elapsed time, because the number of remaining executions is unknown.
      let seconds = HumanFormat.seconds(Double(monotonicNanoseconds() - start) / 1e9)
      progress?.show(
        current.running?.row.title ?? "", number: current.finished, of: checks.count,
        note: "\(HumanFormat.short(UInt64(current.executions))) executions, \(seconds)")
    }
    return try results.map { try $0?.get() }
  }

  private func minimizeOrderings(
    of checks: [StrategyCheck], _ request: CheckRequest, _ console: Console
  ) throws -> ExitCode {
    let strategies = checks.map(\.entry.info.id).distinct
    let rows = try strategies.map { id in checks.filter { $0.entry.info.id == id } }.concurrentMap { checks in
      Result { () throws(ExplorationError) in
        try OrderingRow.rows(of: checks, limits: request.limits(threads: request.threads.largest))
      }
      .mapError { CommandError(checks[0], $0) }
    }.flatMap { try $0.get() }
    guard !rows.isEmpty else {
      throw CommandError.nothingSelected(
        "these strategies have no atomic operation in a model, so nothing runs",
        next: "check --orderings --scenario first-access")
    }
    try console.output.write(text(of: rows, request, console))
    return rows.contains { $0.verdict == .limit } ? .tooWeak : .passed
  }

  private func text(of rows: [OrderingRow], _ request: CheckRequest, _ console: Console) -> String {
    let color = request.color.wantsColor(on: console.output, in: console)
    let table = OrderingTable(rows, threads: "\(request.threads)", model: request.model)
    return switch request.format {
    case .table: table.text(width: console.output.columns, color: color)
    case .csv: CSV.text(of: rows, OrderingColumns.all)
    case .json: JSON.object([("rows", .rows(rows, OrderingColumns.all))]).text
    case .markdown: table.markdown
    }
  }

  /// Counterexamples are drawn only if no more than this many pairs of strategy and scenario have one.
  private static let maxDrawn = 6

  private func text(of rows: [CheckRow], isComplete: Bool, _ request: CheckRequest, _ console: Console) -> String {
    let table = CheckTable(rows, isComplete: isComplete)
    let color = request.color.wantsColor(on: console.output, in: console)
    let drawn = Set(rows.filter { $0.counterexample != nil }.map { RowKey.subject($0.strategy, $0.scenario) })
    return switch request.format {
    case .table:
      table.text(width: console.output.columns, color: color, drawing: drawn.count <= Self.maxDrawn)
    case .csv: CSV.text(of: rows, CheckColumns.all)
    case .json: JSON.check(of: rows).text
    case .markdown: table.markdown
    }
  }
}

extension CheckRow {
  fileprivate var exitCode: ExitCode {
    if verdict == .undecided || verdict == .tooManyThreads { return .tooWeak }
    return grade == .failed || grade == .notReproduced ? .failed : .passed
  }
}
