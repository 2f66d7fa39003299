import Outcomes

/// What a parent asks of one child: a row, or one trial of it.
struct RowJob: Equatable {
  enum Mode: String {
    /// Counts for the row's time, then times.
    case row
    /// Counts one trial on one cell.
    case trial
    /// Only times.
    case timing
  }

  let mode: Mode
  let strategy: String
  let scenario: Scenario
  let threads: Int
  let engine: EngineKind
  let time: TimeSpan
  /// 0 = by time.
  let trials: UInt64
  /// What the row has to show: it may go on for longer until it has.
  let demand: Expectation.Demand
  /// 0 = chosen by the engine.
  let cells: Int
  let initializerCost: InitializerCost
  let timeout: TimeSpan
  /// What the machine leaves us: with more threads than that a waiting one must not spin.
  let cores: Int
}

/// As arguments of the child, one `key=value` each.
extension RowJob {
  var arguments: [String] {
    [
      "mode=\(mode.rawValue)", "strategy=\(strategy)", "scenario=\(scenario.rawValue)", "threads=\(threads)",
      "engine=\(engine.rawValue)", "time=\(time)", "trials=\(trials)", "demand=\(demand)", "cells=\(cells)",
      "initializer-cost=\(initializerCost)", "timeout=\(timeout)", "cores=\(cores)",
    ]
  }

  init?(arguments: some Sequence<String>) {
    var values: [Substring: String] = [:]
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      values[parts[0]] = String(parts[1])
    }
    guard let mode = values["mode"].flatMap(Mode.init), let strategy = values["strategy"],
      let scenario = values["scenario"].flatMap(Scenario.init), let threads = values["threads"].flatMap({ Int($0) }),
      let engine = values["engine"].flatMap(EngineKind.init), let time = values["time"].flatMap(TimeSpan.init),
      let trials = values["trials"].flatMap({ UInt64($0) }),
      let demand = values["demand"].flatMap(Expectation.Demand.init), let cells = values["cells"].flatMap({ Int($0) }),
      let cost = values["initializer-cost"].flatMap(InitializerCost.init),
      let timeout = values["timeout"].flatMap(TimeSpan.init), let cores = values["cores"].flatMap({ Int($0) })
    else { return nil }
    self.init(
      mode: mode, strategy: strategy, scenario: scenario, threads: threads, engine: engine, time: time, trials: trials,
      demand: demand, cells: cells, initializerCost: cost, timeout: timeout, cores: cores)
  }
}

extension RowJob {
  /// A row whose known defect has not shown itself when its time is up goes on for so many times as long: silence should
  /// mean something, and on a busy machine two threads are often not running at the same time.
  private static let longestExtension: UInt64 = 10

  /// Whether a row that has counted this much for so long is done.
  func isDone(after nanoseconds: UInt64, trials done: UInt64, tally: () -> Tally) -> Bool {
    if trials > 0 { return done >= trials }
    guard nanoseconds >= time.nanoseconds else { return false }
    return nanoseconds >= time.nanoseconds * Self.longestExtension || demand.isMet(by: tally())
  }
}

extension Expectation.Demand {
  /// Nothing is left to be shown.
  fileprivate func isMet(by tally: Tally) -> Bool {
    let shown = Outcome(status: .ok, tally: tally, aliveAllowed: 1).shown
    switch self {
    case .all(let observations): return observations.isSubset(of: shown)
    case .any(let observations): return !observations.isDisjoint(with: shown)
    case .sound, .trap, .hang: return true
    }
  }
}
