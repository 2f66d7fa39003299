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
  let settings = RunRequest()

  /// Above this a plan is a slip of the keyboard.
  private static let mostRows = 1_000_000

  func run(_ request: RunRequest, in invocation: Invocation) throws -> ExitCode {
    let host = invocation.tool.host()
    try request.check()
    let settings = try request.runSettings(cores: host.cores) { UInt64.random(in: .min ... .max) }
    let selection = Selection(catalog: catalog, strategies: request.strategies, scenarios: request.scenarios)
    let selected = try selection.rows()
    try requireSensibleSize(selected.count * settings.threads.count * settings.replicates)
    let output = try RunOutput(request, console: invocation.console)
    say(before: request, settings, host, invocation.tool.circumstances(), to: invocation.console)
    let session = RunSession(
      plan: Plan(selected, settings: settings), output: output,
      progress: request.progress.wantsProgress(in: invocation.console) ? ProgressLine() : nil,
      console: invocation.console)
    defer { session.clearProgress() }
    try invocation.tool.engine(session.plan, settings, .now(in: invocation.console), host, session.hear)
    return try session.finish()
  }

  private func requireSensibleSize(_ count: Int) throws {
    guard count > Self.mostRows else { return }
    throw CommandError.usage(
      "the plan has \(count.grouped) rows", expected: "at most \(Self.mostRows.grouped)")
  }

  private func say(
    before request: RunRequest, _ settings: RunSettings, _ host: HostFacts, _ circumstances: Circumstances,
    to console: Console
  ) {
    if request.seed == nil {
      console.say("seed: \(settings.seed) (--seed \(settings.seed) draws the same order again)\n")
    }
    console.say(RunWarnings(host, circumstances).text)
  }
}

extension RunFacts {
  /// Variables in which CI systems give the commit under test.
  private static let commitVariables = ["GITHUB_SHA", "CI_COMMIT_SHA", "BUILDKITE_COMMIT", "CIRCLE_SHA1", "GIT_COMMIT"]

  private static func commit(in console: Console) -> String {
    let variables = commitVariables.lazy.compactMap(console.environment)
    return variables.first { !$0.isEmpty } ?? HeadCommit().id
  }

  fileprivate static func now(in console: Console) -> RunFacts {
    RunFacts(
      id: String(UInt64.random(in: .min ... .max), radix: 16), startedUTC: Machine.nowUTC,
      toolVersion: CommandLineTool.version, commit: commit(in: console))
  }
}
