import Outcomes
import StressEngine

extension RunCommand {
  /// THE list of the options of `run`, in the order of the help text.
  var options: [Option<RunRequest>] { whatRuns + howItRuns + whatIsWritten }

  private var defaults: RunRequest { settings }

  private var whatRuns: [Option<RunRequest>] {
    [
      Option(
        "--threads", .threads, sets: \.threads, "thread counts: 64, or 2,8,64, or 1-8, or 1,2,4,...,255",
        standard: "the number of cores, at least 2"),
      Option(
        "--strategy", .pattern(completing: catalog.ids), appendsTo: \.strategies,
        "only strategies whose id matches (*, ?, [a-z])",
        standard: "all"),
      Option(
        "--scenario", .pattern(completing: Scenario.allCases.map(\.rawValue)), appendsTo: \.scenarios,
        "only scenarios whose id matches (*, ?, [a-z])",
        standard: "all"),
      Option(
        "--replicates", .wholeNumber(in: 1...10_000), sets: \.settings.replicates, "process replicates of each row",
        standard: "\(defaults.settings.replicates)"),
      Option(
        "--seed", .seed, sets: \.seed, "order of rows and all other random choices; decimal or 0x hex",
        standard: "drawn and printed"),
      Option(
        "--shard", .spelled("I/N", Shard.spelling), sets: \.settings.shard,
        "only this share of the plan: the same options and --seed on each machine, then merge", standard: "all"),
    ]
  }

  private var howItRuns: [Option<RunRequest>] {
    [
      Option(
        "--time", .duration, sets: \.settings.time,
        "counting time of a row: 50ms, 1s; up to ten times that until its known defect has shown itself",
        standard: "\(defaults.settings.time)"),
      Option(
        "--trials", .wholeNumber(in: 1...1_000_000_000_000), sets: \.settings.trials,
        "stop a row after N trials instead", standard: "by time"),
      Option(
        "--cells", .wholeNumber(in: 1...65_536), sets: \.settings.cells, "cells a sweep",
        standard: "chosen by the engine, recorded"),
      Option(
        "--initializer-cost", .spelled("COST", InitializerCost.spelling), sets: \.settings.initializerCost,
        "what the initialiser does besides: 0, 500ns, yield, sleep:1ms",
        standard: "\(defaults.settings.initializerCost)"),
      Option(
        "--engine", .choice("ENGINE"), sets: \.settings.engine,
        "where threads come from: " + EngineKind.allCases.map(\.limitInWords).joined(separator: " or "),
        standard: defaults.settings.engine.rawValue),
      Option(
        "--timeout", .duration, sets: \.settings.timeout, "a row that shows no progress for so long has hung",
        standard: "\(defaults.settings.timeout)"),
    ]
  }

  private var whatIsWritten: [Option<RunRequest>] {
    [
      Option(
        "--csv", .path("a file to write, or - for standard output"), sets: \.csv,
        "the report; - = standard output, the table then goes to standard error", standard: defaults.csv),
      Option(
        "--samples", .file, sets: \.samples, "raw timing batches, long form", standard: "none"),
      Option(
        "--format", .choice("FORMAT"), sets: \.format,
        "what standard output gets besides the file: table, times (of first and later accesses), matrix (strategies against"
          + " scenarios), csv, json, markdown; with --csv - only table or csv",
        standard: defaults.format.rawValue),
      .summary(sets: \.summary),
      .junit(sets: \.junit),
      Option(
        "--progress", .choice("WHEN"), sets: \.progress,
        "a line on standard error: auto (only on a terminal), always, never", standard: defaults.progress.rawValue),
      .color(sets: \.color),
    ]
  }
}

extension EngineKind {
  fileprivate var limitInWords: String { "\(rawValue) (up to \(threadLimit.grouped))" }
}

extension ValueKind<ThreadList> {
  static var threads: ValueKind { .spelled("LIST", ThreadList.spelling) }
}

extension ValueKind<Glob> {
  static func pattern(completing words: [String]) -> ValueKind {
    ValueKind(
      facts: ValueFacts(placeholder: "PATTERN", expected: Glob.spelling, completion: .words(words)),
      parse: { Glob($0) })
  }
}

extension ValueKind<TimeSpan> {
  static var duration: ValueKind {
    .spelled("DURATION", TimeSpan.spelling + ", more than 0") { $0.nanoseconds > 0 }
  }
}

extension ValueKind<String> {
  /// A path where `-` is no name: standard output already has its data.
  static var file: ValueKind {
    let path = ValueKind.path("a file to write; standard output (-) has other data")
    return ValueKind(facts: path.facts, parse: { $0 == "-" ? nil : path.parse($0) })
  }
}
