import ArgumentParsing
package import Core
import Platform
import StrategyKit
package import StressEngine
import TextFormats

/// Carries out a plan and reports to the listener. Tests use another one.
package typealias RunEngine = (
  Plan, RunSettings, RunMetadata, HostInfo, (StressEvent) throws -> Void
) throws -> Void

package func stressEngine(
  _ plan: Plan, _ settings: RunSettings, _ run: RunMetadata, _ host: HostInfo, _ listener: (StressEvent) throws -> Void
) throws {
  try StressRun(plan: plan, settings: settings, run: run, host: host).execute(listener)
}

/// `run`: runs every strategy on real threads.
struct RunCommand: Command {
  let catalog: Catalog

  let name = "run"
  let abstract = "stress-test every strategy on real threads, print a table, write a CSV report"
  let discussion = [
    "Threads ask for one shared instance at the same time, millions of times a second. Each row (strategy x scenario x"
      + " threads x replicate) runs in a process of its own and is compared with what the catalog declares: an outcome"
      + " that is not declared fails the run.",
    "Data goes to standard output, everything else to standard error. With --csv - the report is the data and the"
      + " table goes to standard error; --format csv then leaves the table out.",
  ]
  let examples = [
    Example("--threads 64", "everything, with 64 threads"),
    Example("--strategy 'double-*' --threads 2,8,64 --time 1s", "a family, more closely"),
    Example("--csv - --progress never > report.csv", "the report as a pipe's data"),
  ]
  var defaults = RunRequest()

  func run(_ request: RunRequest, in invocation: Invocation) throws -> ExitCode {
    let controller = try RunController(request, in: invocation)
    let output = try RunOutput(request, console: invocation.console)
    controller.printWarnings()
    let rows = try controller.execute(rowFinished: output.rowFinished)
    let verdict = RunVerdict(of: rows)
    try output.finish(rows, verdict: verdict)
    return ExitCode(verdict)
  }
}

extension RunMetadata {
  /// Variables in which CI systems give the commit under test.
  private static let commitVariables = ["GITHUB_SHA", "CI_COMMIT_SHA", "BUILDKITE_COMMIT", "CIRCLE_SHA1", "GIT_COMMIT"]

  private static func commit(in console: Console) -> String {
    let variables = commitVariables.lazy.compactMap(console.environment)
    return variables.first { !$0.isEmpty } ?? HeadCommit().id
  }

  static func now(in console: Console) -> RunMetadata {
    RunMetadata(
      id: String(UInt64.random(in: .min ... .max), radix: 16), startedUTC: utcTimestamp(),
      toolVersion: CommandLineTool.version, commit: commit(in: console),
      clockResolution: Double(ClockCalibration.measured().resolution))
  }
}
