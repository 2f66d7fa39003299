import Baselines
import Outcomes
import Reports
import Strategies
import StressEngine

/// `calibrate`: A against A, and the gate that each row needs.
struct CalibrateCommand: Command {
  struct Settings {
    var run = RunRequest()
    var out: String?
  }

  let catalog: Catalog

  let name = "calibrate"
  let summary = "measure how far equal runs differ here: the gate each row needs"
  let discussion = [
    "Runs twice the replicates and splits them at random, a thousand times: however the split falls, nothing has changed."
      + " A row's gate is what 99 of 100 ratios of the halves' medians stay below, in whole percent, and 5 at least."
      + " 'compare --gate-file FILE' uses the gates."
  ]
  let examples = [
    Example("calibrate --scenario first-access --threads 2 --out gates.csv", "the gates of this machine"),
    Example("compare base.csv head.csv --gate-file gates.csv", "the comparison that uses them"),
  ]

  var settings: Settings {
    var settings = Settings()
    settings.run.settings.replicates = 10
    return settings
  }

  /// Those of `run` that say what runs and how; replicates are a side's.
  var options: [Option<Settings>] {
    let names = [
      "--threads", "--strategy", "--scenario", "--replicates", "--seed", "--time", "--initializer-cost", "--engine",
      "--timeout", "--progress",
    ]
    let ofRun = RunCommand(catalog: catalog, settings: settings.run).options.filter { names.contains($0.facts.name) }
    return [Option("--out", .file, sets: \.out, "the file that gets the gates")]
      + ofRun.map { $0.inside(\.run) }
  }

  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode {
    guard let out = settings.out else {
      throw CommandError.usage("calibrate: --out is missing", expected: "--out FILE")
    }
    var request = settings.run
    guard request.settings.replicates >= 2 else {
      throw CommandError.usage(
        "calibrate: --replicates 1 leaves nothing to split", expected: "at least 2 a side; 10 are usual")
    }
    request.settings.replicates *= 2
    let prepared = try PreparedRun(request, in: invocation)
    let file = try ResultFile(path: out, .gates)
    prepared.sayWhatMatters()
    let rows = try rows(of: prepared, showsProgress: request.progress.wantsProgress(in: invocation.console), invocation)
    guard !rows.contains(where: { $0.status == .interrupted }) else { return .interrupted }
    let gates = Calibration.calibrations(of: rows, seed: prepared.settings.seed)
    guard !gates.isEmpty else {
      throw CommandError.nothingSelected("no row has times, so there is nothing to calibrate")
    }
    try file.write(GateFile.text(of: gates, fingerprint: prepared.host.fingerprint))
    try invocation.console.output.write(text(of: gates, in: out))
    return .held
  }

  private func rows(
    of prepared: PreparedRun, showsProgress: Bool, _ invocation: Invocation
  ) throws -> [StressRow] {
    var rows: [StressRow] = []
    var progress = showsProgress ? ProgressLine() : nil
    let console = invocation.console
    try prepared.execute { event in
      if case .rowFinished(let row, _) = event { rows.append(row) }
      progress?.hear(event, now: Machine.monotonicNanoseconds, columns: console.messages.columns).map(console.say)
    }
    progress?.clear().map(console.say)
    return rows
  }

  private func text(of gates: [Calibration], in path: String) -> String {
    let percents = gates.map(\.gate).sorted()
    let rows = "\(gates.count.grouped) \(gates.count == 1 ? "row" : "rows")"
    return "\(path): gates of \(rows), from \(percents.first!)% to \(percents.last!)%, median"
      + " \(percents[percents.count / 2])%; \(gates[0].replicates) replicates a side\n"
  }
}
