import Outcomes
import Reports
import StressEngine

/// A run that was asked for and makes sense: its plan is drawn, and nothing has run yet.
struct PreparedRun {
  let plan: Plan
  let host: HostFacts
  let settings: RunSettings
  private let request: RunRequest
  private let invocation: Invocation

  /// Above this a plan is a slip of the keyboard.
  private static let mostRows = 1_000_000

  init(_ request: RunRequest, in invocation: Invocation) throws {
    self.request = request
    self.invocation = invocation
    host = invocation.tool.host()
    try request.check()
    settings = try request.runSettings(cores: host.cores) { UInt64.random(in: .min ... .max) }
    let selection = Selection(
      catalog: invocation.catalog, strategies: request.strategies, scenarios: request.scenarios)
    let selected = try selection.rows()
    try Self.requireSensibleSize(selected.count * settings.threads.count * settings.replicates)
    plan = Plan(selected, settings: settings)
    if let shard = settings.shard, plan.rows.isEmpty {
      throw Self.emptyShare(shard, of: selected.count * settings.threads.count * settings.replicates)
    }
  }

  private static func emptyShare(_ shard: Shard, of rows: Int) -> CommandError {
    var error = CommandError.nothingSelected(
      "the plan has \(Figure.counted(rows, "row")), so the share \(shard) is empty and nothing runs", next: nil)
    error.expected = "at most as many shares as rows"
    return error
  }

  private static func requireSensibleSize(_ count: Int) throws {
    guard count > mostRows else { return }
    throw CommandError.usage("the plan has \(count.grouped) rows", expected: "at most \(mostRows.grouped)")
  }

  /// The seed, unless it was given, and whatever spoils the figures.
  func sayWhatMatters() {
    let console = invocation.console
    if request.seed == nil {
      console.say("seed: \(settings.seed) (--seed \(settings.seed) draws the same order again)\n")
    }
    console.say(RunWarnings(host, invocation.tool.circumstances()).text)
  }

  func execute(_ listener: (StressEvent) throws -> Void) throws {
    try invocation.tool.engine(plan, settings, .now(in: invocation.console), host, listener)
  }
}
