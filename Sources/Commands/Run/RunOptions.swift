import ArgumentParsing
import StressEngine

extension RunCommand {
  /// The only list of the options of `run`, in the order of the help text.
  var options: [Option<RunRequest>] {
    selection + RowSettings.options.map { $0.inside(\.settings.row) } + outputs
  }

  private var selection: [Option<RunRequest>] {
    [
      Option(
        "--threads", .threads, sets: \.threads, "thread counts: 64, or 2,8,64, or 1-8, or 1,2,4,...,255",
        default: "the number of cores, at least 2"),
      .strategies(catalog.ids, appendsTo: \.strategies),
      .scenarios(appendsTo: \.scenarios),
      Option(
        "--replicates", .wholeNumber(in: 1...10_000), sets: \.settings.replicates, "process replicates of each row",
        default: "\(defaults.settings.replicates)"),
      Option(
        "--seed", .seed, sets: \.seed, "order of rows and all other random choices; decimal or 0x hex",
        default: "drawn and printed"),
      Option(
        "--shard", .spelled("I/N", Shard.spelling), sets: \.settings.shard,
        "only this share of the plan: the same options and --seed on each machine, then merge", default: "all"),
    ]
  }

  private var outputs: [Option<RunRequest>] {
    [
      Option(
        "--csv", .path("a file to write, or - for standard output"), sets: \.csv,
        "the report; - = standard output, the table then goes to standard error", default: defaults.csv),
      Option("--samples", .file, sets: \.samples, "raw timing batches, long form", default: "none"),
      .reportFormat(sets: \.format),
      .summary(sets: \.summary),
      .junit(sets: \.junit),
      Option(
        "--progress", .choice("WHEN"), sets: \.progress,
        "a line on standard error: auto (only on a terminal), always, never", default: defaults.progress.rawValue),
      .color(sets: \.color),
    ]
  }
}

extension ArgumentValue<ThreadList> {
  static var threads: ArgumentValue { .spelled("LIST", ThreadList.spelling) }
}
