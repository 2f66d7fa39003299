import ArgumentParsing
import Core
import StrategyKit

/// What a parent asks of one child: a row, or one trial of it.
struct ChildConfiguration: Equatable {
  enum Mode: String, CaseIterable {
    /// Counts for the row's time, then times.
    case row
    /// Counts one trial in one cell.
    case trial
    /// Only times.
    case timing
  }

  var mode = Mode.row
  var strategy = ""
  var scenario = Scenario.firstAccess
  var threads = 0
  var settings = RowSettings()
  /// What the row has to show. It may go on for longer until it has.
  var demand = Expectation.Demand.sound
  /// The cores that the machine leaves us. With more threads than that a waiting one must not spin.
  var cores = 1
}

// MARK: - As arguments of the child

extension ChildConfiguration {
  /// The options of a row, and those that only a parent gives.
  private static var options: [Option<ChildConfiguration>] {
    [
      Option("--mode", .choice("MODE"), sets: \.mode, "what the child does"),
      Option("--strategy", .text("ID", "an id"), sets: \.strategy, "the strategy's id"),
      Option("--scenario", .scenario, sets: \.scenario, "the scenario's id"),
      Option("--threads", .wholeNumber(in: 1...Int.max), sets: \.threads, "threads that call"),
      Option("--demand", .spelled("DEMAND", "a demand"), sets: \.demand, "what the row has to show"),
      Option("--cores", .wholeNumber(in: 1...Int.max), sets: \.cores, "cores to use"),
    ] + RowSettings.options.map { $0.inside(\.settings) }
  }

  var arguments: [String] { Self.options.flatMap { $0.arguments(for: self) } }

  /// - Returns: `nil` if these are not the arguments of a child.
  init?(arguments: some Sequence<String>) {
    guard let parsed = try? ArgumentParser.parse(arguments, options: Self.options, into: ChildConfiguration()),
      !parsed.strategy.isEmpty, parsed.threads > 0
    else { return nil }
    self = parsed
  }
}

extension ArgumentValue<Scenario> {
  fileprivate static var scenario: ArgumentValue {
    ArgumentValue(
      info: ValueInfo(placeholder: "ID", expected: "a scenario's id"), parse: { Scenario(id: $0) }, format: \.id)
  }
}

// MARK: - When a row is done

extension ChildConfiguration {
  /// A row whose known defect has not shown itself when its time is up goes on for up to this many times as long: silence
  /// should mean something, and on a busy machine two threads are often not running at the same time.
  private static let maxExtension = 10

  /// Returns whether a row that has counted for this long is done.
  func isDone(after nanoseconds: UInt64, trials done: UInt64, tally: () -> Tally) -> Bool {
    if let trials = settings.trials { return done >= trials }
    guard nanoseconds >= settings.time.nanoseconds else { return false }
    return nanoseconds >= (settings.time * Self.maxExtension).nanoseconds || demand.isMet(by: tally())
  }

  /// The timing of a row takes half as long as its counting, and at most half a second.
  var timingNanoseconds: UInt64 { min(settings.time.nanoseconds / 2, 500_000_000) }
}

extension Expectation.Demand {
  /// Whether nothing is left to be shown.
  fileprivate func isMet(by tally: Tally) -> Bool {
    let shown = Outcome(status: .ok, tally: tally, aliveAllowed: 1).shown
    switch self {
    case .all(let defects): return defects.isSubset(of: shown)
    case .any(let defects): return !defects.isDisjoint(with: shown)
    case .sound, .trap, .hang: return true
    }
  }
}
