import SingletonArgumentParsing
package import SingletonCore
import SingletonPlatform
import SingletonReports
import SingletonStrategyKit
package import SingletonStressEngine
import SingletonTextFormats

/// Runs a plan and sends its events to the listener. Tests substitute their own.
package typealias RunEngine = (
  Plan, RunSettings, RunMetadata, HostInfo, (StressEvent) throws -> Void
) throws -> Void

package func stressEngine(
  _ plan: Plan, _ settings: RunSettings, _ run: RunMetadata, _ host: HostInfo, _ listener: (StressEvent) throws -> Void
) throws {
  try StressRun(plan: plan, settings: settings, run: run, host: host).execute(listener)
}

/// The `run` command, which stress-tests strategies on real threads.
struct RunCommand: Command {
  let catalog: Catalog

  let name = "run"
  let abstract = "stress-test every strategy on real threads, print a table, write a CSV report"
  let discussion = [
    "Threads request one shared instance at the same time, millions of times per second. Each row (strategy x scenario"
      + " x threads x replicate) runs in its own process and is compared with its declaration in the catalog: an"
      + " undeclared outcome fails the run.",
    "Data goes to standard output, everything else to standard error. With '--csv -', the report goes to standard"
      + " output and the table to standard error; adding '--format csv' omits the table.",
  ]
  let examples = [
    Example("--threads 64", "all strategies and scenarios, with 64 threads"),
    Example("--strategy 'double-*' --threads 2,8,64 --time 1s", "one family of strategies, measured for 1s per row"),
    Example("--csv - --progress never > report.csv", "the report on standard output"),
  ]
  var defaults = RunRequest()

  func run(_ request: RunRequest, in invocation: Invocation) throws -> ExitCode {
    // From here on, an interruption ends with a report.
    var signals: SignalWatcher? = try EngineError.explained("watching for signals", SignalWatcher.init)
    let controller = try RunController(request, in: invocation)
    let output = try RunOutput(request, console: invocation.console)
    controller.printWarnings()
    let rows = try controller.execute(rowFinished: output.rowFinished)
    let verdict = RunGrade(of: rows)
    var isInterrupted = false
    try output.finish(rows, verdict: verdict) {
      isInterrupted = signals?.isInterrupted == true
      // From here on, it ends this process at once.
      signals = nil
    }
    if let failure = controller.failure { throw CommandError(failure, after: rows, in: request.csv) }
    return isInterrupted ? .interrupted : ExitCode(verdict)
  }
}

extension RunMetadata {
  /// The environment variables in which CI systems provide the commit under test.
  private static let commitVariables = ["GITHUB_SHA", "CI_COMMIT_SHA", "BUILDKITE_COMMIT", "CIRCLE_SHA1", "GIT_COMMIT"]

  private static func workingCommit(in console: Console) -> String {
    let variables = commitVariables.lazy.compactMap(console.environment)
    return variables.first { !$0.isEmpty } ?? HeadCommit().id
  }

  static func now(
    _ settings: RunSettings, plan: PlanIdentity? = nil, on host: HostInfo, in console: Console
  ) -> RunMetadata {
    var run = RunMetadata(
      id: String(UInt64.random(in: .min ... .max), radix: 16), startedUTC: utcTimestamp(),
      toolVersion: CommandLineTool.harnessVersion, commit: HeadCommit.ofProgram()?.id ?? "",
      clockResolution: Double(ClockCalibration.measured().resolution))
    run.workingCommit = workingCommit(in: console)
    run.plan = plan
    run.timingVersion = TimingVersion.current
    // Unoptimized, the measurement would measure itself.
    if host.build == "release" { run.speed = .measured(cores: host.cores) }
    if settings.row.timeout != RowSettings().timeout { run.timeout = settings.row.timeout }
    return run
  }
}
