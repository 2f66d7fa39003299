package import Outcomes
import Strategies
package import StressEngine

/// What carries out a plan and tells the listener; tests put another in its place.
package typealias RunEngine = (
  Plan, RunSettings, RunFacts, HostFacts, (StressEvent) throws -> Void
) throws -> Void

package func stressEngine(
  _ plan: Plan, _ settings: RunSettings, _ run: RunFacts, _ host: HostFacts, _ listener: (StressEvent) throws -> Void
) throws {
  try StressRun(plan: plan, settings: settings, run: run, host: host).execute(listener)
}

/// `run`: race every strategy on real threads.
struct RunCommand: Command {
  let catalog: Catalog

  let name = "run"
  let summary = "race every strategy, print a table, write a CSV report"
  let discussion = [
    "Threads race for one shared instance, millions of times a second. Each row (strategy x scenario x threads x"
      + " replicate) runs in a process of its own and is held against what the catalogue declares: an outcome that"
      + " nobody declared fails the run.",
    "Data goes to standard output, everything else to standard error. With --csv - the report is the data and the"
      + " table goes to standard error; --format csv then leaves the table out.",
  ]
  let examples = [
    Example("--threads 64", "everything, with 64 threads"),
    Example("--strategy 'double-*' --threads 2,8,64 --time 1s", "a family, more closely"),
    Example("--csv - --progress never > report.csv", "the report as a pipe's data"),
  ]
  var settings = RunRequest()

  func run(_ request: RunRequest, in invocation: Invocation) throws -> ExitCode {
    let prepared = try PreparedRun(request, in: invocation)
    let output = try RunOutput(request, console: invocation.console)
    prepared.sayWhatMatters()
    let session = RunSession(
      plan: prepared.plan, output: output,
      progress: request.progress.wantsProgress(in: invocation.console) ? ProgressLine() : nil,
      console: invocation.console)
    defer { session.clearProgress() }
    try prepared.execute(session.hear)
    return try session.finish()
  }
}

extension RunFacts {
  /// Variables in which CI systems give the commit under test.
  private static let commitVariables = ["GITHUB_SHA", "CI_COMMIT_SHA", "BUILDKITE_COMMIT", "CIRCLE_SHA1", "GIT_COMMIT"]

  private static func commit(in console: Console) -> String {
    let variables = commitVariables.lazy.compactMap(console.environment)
    return variables.first { !$0.isEmpty } ?? HeadCommit().id
  }

  static func now(in console: Console) -> RunFacts {
    RunFacts(
      id: String(UInt64.random(in: .min ... .max), radix: 16), startedUTC: Machine.nowUTC,
      toolVersion: CommandLineTool.version, commit: commit(in: console),
      clockResolution: Double(ClockFacts.measured().resolution))
  }
}
