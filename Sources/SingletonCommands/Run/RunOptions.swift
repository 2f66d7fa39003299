import SingletonArgumentParsing
import SingletonCore
import SingletonStressEngine

extension RunCommand {
  /// The only list of the options of `run`, in help order.
  var options: [Option<RunRequest>] {
    selection + RowSettings.options.map { $0.inside(\.settings.row) } + outputs
  }

  private var selection: [Option<RunRequest>] {
    [
      Option(
        "--threads", .threads, sets: \.threads,
        "thread counts: 64, or 2,8,64, or 1-8, or a ladder: 1,2,4,...,255 doubles, 2,4,...,64 adds 2",
        default: "the number of cores, at least 2"),
      .strategies(catalog.ids, appendsTo: \.strategies),
      .scenarios(appendsTo: \.scenarios),
      Option(
        "--replicates", .wholeNumber(in: 1...10_000), sets: \.settings.replicates,
        "runs of each row, each in a new process",
        default: "\(defaults.settings.replicates)"),
      Option(
        "--seed", .seed, sets: \.seed, "seed of the row order and all other random choices; decimal or 0x hex",
        default: "random, printed"),
      Option(
        "--shard", .spelled("I/N", Shard.spelling), sets: \.settings.shard,
        "run only shard I of N; use the same options and --seed for all shards, then 'merge'", default: "all"),
      Option(
        "--total-time", .duration, sets: \.settings.totalTime,
        "time of the whole run, which is shared out among the rows, instead of --time"),
      Option(
        "--until-shown", .durationOrZero, sets: \.untilShown,
        "how long rows whose known defect no row has reproduced go on when the plan is done; 0 for not at all",
        default: "\(DurationFormat.text(RunRequest.usualUntilShown)), or 0 with --shard"),
    ]
  }

  private var outputs: [Option<RunRequest>] {
    [
      Option(
        "--csv", .path("a file to write, or - for standard output"), sets: \.csv,
        "write the report; its finished rows are in PATH.partial until the run ends; - is standard output, the table then"
          + " goes to standard error", default: defaults.csv),
      .force(sets: \.force),
      Option("--samples", .file, sets: \.samples, "write the raw timing batches as CSV, one per line", default: "none"),
      Option(
        flag: "--no-check", sets: \.noCheck, "do not ask the checker, so that the verdicts are those of the run alone"),
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
