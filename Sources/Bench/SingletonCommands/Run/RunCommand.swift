import SingletonArgumentParsing
import SingletonCore
import SingletonPlatform
import SingletonStrategyKit
import SingletonStressEngine
import SingletonTextFormats

struct RunCommand: Command {
  let catalog: Catalog

  let name = "run"
  let abstract = "stress-test every strategy on real threads, print a table, write a CSV report"
  let discussion = [
    "Threads request one shared instance at the same time, millions of times per second. Each row (strategy x scenario"
      + " x threads x initializer's cost x replicate) runs in its own process and is compared with its declaration in the catalog: an"
      + " undeclared outcome fails the run.",
    "Data goes to standard output, everything else to standard error. With '--csv -', the report goes to standard"
      + " output and the table to standard error; adding '--format csv' omits the table.",
  ]
  let examples = [
    Example("--threads 64", "all strategies and scenarios, with 64 threads"),
    Example("--strategy 'double-*' --threads 2,8,64 --time 1s", "one family of strategies, measured for 1s per row"),
    Example(
      "--strategy 'un*' --threads 64 --initializer-cost 0,sleep:1ms",
      "how the rate of a defect depends on how many threads can meet in the initializer"),
    Example("--csv - --progress never > report.csv", "the report on standard output"),
  ]
  var defaults = RunRequest()

  func run(_ request: RunRequest, in invocation: Invocation) throws -> ExitCode {
    // From here on, an interruption ends the run, but the report is still written.
    var signals: SignalWatcher? = try EngineError.explained("watching for signals", SignalWatcher.init)
    let run = try Run(request, in: invocation)
    let output = try RunOutput(request, console: invocation.console)
    run.announce()
    let checker = try run.askChecker()
    let (rows, failure) = try run.execute(judgedBy: checker, rowFinished: output.rowFinished)
    let verdict = RunGrade(of: rows)
    var isInterrupted = false
    try output.finish(rows, verdict: verdict) {
      isInterrupted = signals?.isInterrupted == true
      // From here on, an interruption ends this process at once.
      signals = nil
    }
    if let failure { throw CommandError(failure, after: rows, in: request.csv) }
    return isInterrupted ? .interrupted : ExitCode(verdict)
  }
}

// MARK: - Options

extension RunCommand {
  /// All options of `run`, in the order of the help.
  var options: [Option<RunRequest>] {
    selection + RowSettings.options.map { $0.inside(\.row) } + outputs
  }

  private var selection: [Option<RunRequest>] {
    [
      Option(
        "--threads", .threads, sets: \.threads,
        "thread counts: 64, or 2,8,64, or 1-8, or a ladder: 1,2,4,...,255 doubles, 2,4,...,64 adds 2",
        default: "the number of cores, at least 2"),
      Option(
        "--initializer-cost", .initializerCosts, sets: \.initializerCosts,
        "additional cost of the initializer: 0, 500ns, yield, sleep:1ms, or a list: 0,yield,sleep:1ms", default: "0"),
      .strategies(catalog.ids, appendsTo: \.strategies),
      .scenarios(appendsTo: \.scenarios),
      .form(sets: \.form, default: defaults.form),
      Option(
        "--replicates", .wholeNumber(in: 1...10_000), sets: \.replicates, "runs of each row, each in a new process",
        default: "\(defaults.replicates)"),
      Option(
        "--seed", .seed, sets: \.seed, "seed of the row order and all other random choices; decimal or 0x hex",
        default: "random, printed"),
      Option(
        "--total-time", .duration, sets: \.totalTime,
        "time of the whole run, shared among the rows, instead of --time"),
      Option(
        "--until-shown", .durationOrZero, sets: \.untilShown,
        "how long, after the plan, to continue rows whose known defect no row has reproduced; 0 means not at all",
        default: DurationFormat.text(RunRequest.usualUntilShown)),
    ]
  }

  private var outputs: [Option<RunRequest>] {
    [
      Option(
        "--csv", .path("a file to write, or - for standard output"), sets: \.csv,
        "write the report; its finished rows are in PATH.partial until the run ends; with -, the report goes to"
          + " standard output and the table to standard error", default: defaults.csv),
      .force(sets: \.force),
      Option("--samples", .file, sets: \.samples, "write the raw timing batches as CSV, one per line", default: "none"),
      Option(flag: "--no-check", sets: \.noCheck, "do not ask the checker: the verdicts are those of the run alone"),
      .reportFormat(sets: \.format),
      .summary(sets: \.summary),
      .junit(sets: \.junit),
      .annotate(sets: \.annotates),
      .progress(sets: \.progress),
      .color(sets: \.color),
    ]
  }
}

extension ArgumentValue<Duration> {
  static var durationOrZero: ArgumentValue {
    ArgumentValue(
      info: ValueInfo(placeholder: "DURATION", expected: DurationFormat.spelling + ", or 0"),
      parse: { $0 == "0" ? .zero : DurationFormat.duration($0) }, format: DurationFormat.text)
  }
}

extension ArgumentValue<ThreadList> {
  static var threads: ArgumentValue { .spelled("LIST", ThreadList.spelling) }
}

extension ArgumentValue<[InitializerCost]> {
  fileprivate static var initializerCosts: ArgumentValue {
    ArgumentValue(
      info: ValueInfo(
        placeholder: "LIST", expected: "\(InitializerCost.spelling), or a list with each once: 0,yield,sleep:1ms"),
      parse: { text in
        let costs = text.split(separator: ",", omittingEmptySubsequences: false).mapAll { InitializerCost(String($0)) }
        return costs.flatMap { $0.distinct == $0 ? $0 : nil }
      }, format: { $0.map(\.description).joined(separator: ",") })
  }
}
