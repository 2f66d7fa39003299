import SingletonArgumentParsing
import SingletonComparison
import SingletonCore
import SingletonReports
import SingletonStrategyKit
import SingletonTextFormats

struct CalibrateCommand: Command {
  struct Settings {
    var run = RunRequest()
    var out: String?
  }

  let catalog: Catalog

  let name = "calibrate"
  let abstract = "find the gate of each row: how much equal runs differ on this machine"
  let discussion = [
    "Runs twice the replicates and splits them into random halves a thousand times; a difference between halves is"
      + " noise. The gate is the 99th percentile of the ratio between half-run medians, rounded up, at least 5%."
      + " 'compare --gate-file FILE' uses the gates."
  ]
  let examples = [
    Example("calibrate --scenario first-access --threads 2 --out gates.csv", "the gates of this machine"),
    Example("compare base.csv head.csv --gate-file gates.csv", "a comparison with these gates"),
  ]

  var defaults: Settings {
    var settings = Settings()
    settings.run.replicates = 10
    return settings
  }

  /// The options of `run` that determine what runs and how. `--replicates` is the number for each side of the
  /// comparison.
  var options: [Option<Settings>] {
    let names = [
      "--threads", "--strategy", "--scenario", "--form", "--replicates", "--seed", "--time", "--initializer-cost",
      "--engine",
      "--timeout", "--progress", "--force",
    ]
    let ofRun = RunCommand(catalog: catalog, defaults: defaults.run).options.filter { names.contains($0.info.name) }
    return [Option("--out", .file, sets: \.out, "write the gates")]
      + ofRun.map { $0.inside(\.run) }
  }

  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode {
    guard let out = settings.out else {
      throw CommandError.usage("calibrate: --out is missing", expected: "--out FILE")
    }
    try requireDifferentFiles([("--out", out)])
    var request = settings.run
    let perSide = request.replicates
    let splits = Calibration.splitCount(replicates: perSide)
    guard splits >= 100 else {
      throw CommandError.usage(
        "calibrate: --replicates \(perSide) has only \(HumanFormat.counted(splits, "different split")), which cannot show what"
          + " 99 of 100 do not exceed",
        expected: "at least 5 per side; 10 are usual")
    }
    guard request.initializerCosts.count == 1 else {
      throw CommandError.usage(
        "calibrate: --initializer-cost has \(request.initializerCosts.count) costs, and only the rows of the first are timed",
        expected: "one cost")
    }
    request.replicates *= 2
    request.untilShown = .zero
    request.countsInstructions = false
    let run = try Run(request, in: invocation)
    let file = try ResultFile(path: out, .gates, force: request.force)
    run.announce()
    let rows = try run.execute().rows
    let verdict = RunGrade(of: rows)
    guard verdict != .interrupted && verdict != .incomplete else {
      let (finished, all) = (rows.count { $0.grade != nil }, HumanFormat.counted(rows.count, "row"))
      let reason = rows.lazy.compactMap(\.whySkipped).first.map { " (\($0))" } ?? ""
      invocation.console.printFolded(
        "\(verdict == .interrupted ? "interrupted" : "incomplete"): \(HumanFormat.grouped(finished)) of \(all)"
          + " finished\(reason); gates need all of them, so \(out.harmless) was not written\n")
      return ExitCode(verdict)
    }
    let gates = Calibration.calibrations(of: rows, seed: run.plan.seed)
    guard !gates.isEmpty else {
      throw CommandError.nothingSelected("no row has times, so there is nothing to calibrate")
    }
    try file.write(GateFile.text(of: gates, fingerprint: run.host.fingerprint))
    try invocation.console.output.write(
      TextLayout.folded(text(of: gates, in: out), width: invocation.console.output.columns))
    return .passed
  }

  private func text(of gates: [Calibration], in path: String) -> String {
    let percents = gates.map(\.gate).sorted()
    let rows = HumanFormat.counted(gates.count, "row")
    return "\(path.harmless): gates of \(rows), from \(percents.first!)% to \(percents.last!)%, median"
      + " \(percents[percents.count / 2])%; \(gates[0].replicates) replicates per side\n"
  }
}
