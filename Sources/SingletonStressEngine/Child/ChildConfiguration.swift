import SingletonArgumentParsing
import SingletonCore
import SingletonPlatform
import SingletonStrategyKit

/// The work that a parent requests of one child: a row, one trial of it, or its timing.
struct ChildConfiguration: Equatable {
  enum Mode: String, CaseIterable {
    /// Counts for the row's time, then times first accesses.
    case row
    /// Counts one trial in one cell.
    case trial
    /// Times the first access of each thread, in the only cell of the process.
    case firstAccess
    /// Times later accesses: by one thread alone, or by all cores at once.
    case laterAccess
    /// Counts the instructions of accesses by one thread.
    case instructions
  }

  var mode = Mode.row
  var strategy = ""
  var form = RowForm.harness
  var scenario = Scenario.firstAccess
  var threads = 0
  var initializerCost = InitializerCost.none
  var settings = RowSettings()
  /// The outcome that the row has to show. The row may run for longer until it has shown it.
  var demand = Expectation.Demand.sound
  /// The cores available to the process. A waiting thread must not spin for long if there are more threads than cores.
  var cores = 1
  /// The cores to which threads may be pinned; empty if threads are not pinned.
  var topology = ProcessorTopology()
  /// The floor of a quiet round in earlier rows, in nanoseconds, or `nil` if it is unknown.
  var quietFloor: Double?

  /// Whether the child waits for requests, and runs each trial in a copy of itself.
  var isServed: Bool { mode == .trial && Subprocess.canFork }
}

// MARK: - As arguments of the child

extension ChildConfiguration {
  /// The options of a row, and those that only a parent passes.
  private static var options: [Option<ChildConfiguration>] {
    [
      Option("--mode", .choice("MODE"), sets: \.mode, "what the child does"),
      Option("--strategy", .text("ID", "an id"), sets: \.strategy, "the strategy's id"),
      Option("--form", .choice("FORM"), sets: \.form, "the form in which the strategy is raced"),
      Option("--scenario", .scenario, sets: \.scenario, "the scenario's id"),
      Option("--threads", .wholeNumber(in: 1...Int.max), sets: \.threads, "threads that call"),
      Option(
        "--initializer-cost", .spelled("COST", InitializerCost.spelling), sets: \.initializerCost,
        "additional cost of the initializer"),
      Option("--demand", .spelled("DEMAND", "a demand"), sets: \.demand, "what the row has to show"),
      Option("--cores", .wholeNumber(in: 1...Int.max), sets: \.cores, "cores to use"),
      Option("--topology", .spelled("TOPOLOGY", "a topology"), sets: \.topology, "cores to which threads are pinned"),
      Option("--quiet-floor", .realNumber(in: 0...1e9), sets: \.quietFloor, "nanoseconds of a quiet floor"),
      Option(flag: "--ends-once-shown", sets: \.settings.endsOnceShown, "whether to end once the demand is met"),
    ] + RowSettings.options.map { $0.inside(\.settings) }
  }

  /// The arguments that reproduce this configuration. Defaults are left out, because parsing takes time, and a child's
  /// start is part of some trials.
  var arguments: [String] {
    let defaults = ChildConfiguration()
    return Self.options.flatMap { option in
      let given = option.arguments(for: self)
      return given == option.arguments(for: defaults) ? [] : given
    }
  }

  /// Creates a configuration, or returns `nil` if the arguments are not a child's arguments.
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
  /// The factor by which a row may exceed its time until its known defect appears, or until its trials allow a
  /// conclusion. Silence should be meaningful, and on a busy machine two threads often do not run at the same time.
  private static let maxExtension: UInt64 = 10
  /// The largest divisor of a row's time.
  private static let mostDivisor: UInt64 = 10

  /// Returns whether a row that has counted for the given time is done.
  func isDone(after nanoseconds: UInt64, trials done: UInt64, tally: () -> Tally) -> Bool {
    if let trials = settings.trials { return done >= trials }
    let time = settings.time.nanoseconds
    if settings.endsOnceShown {
      return nanoseconds >= time || !demand.defects.isEmpty && demand.isMet(by: tally())
    }
    guard nanoseconds >= time / Self.mostDivisor else { return false }
    let tally = tally()
    guard demand.isMet(by: tally) else { return nanoseconds >= time * Self.maxExtension }
    return nanoseconds >= time / demand.divisor(tally)
  }

  var timesFirstAccesses: Bool { !settings.endsOnceShown && !settings.skipsTimes }

  /// The time for first accesses: a sixth of the row's counting time, but at most a sixth of a second.
  ///
  /// A strategy's accessor is the same in all scenarios, so scenarios other than the first get a third of that.
  var firstAccessNanoseconds: UInt64 {
    min(settings.time.nanoseconds, 1_000_000_000) / (scenario == .firstAccess ? 6 : 18)
  }

  var laterAccessNanoseconds: UInt64 { min(settings.time.nanoseconds, 1_000_000_000) / 3 }
}

extension Expectation.Demand {
  /// Returns the divisor of a row's time that gives the part after which the row may be done. Only silence needs the
  /// whole time: a known defect that has been shown stays shown, and a declared trap or hang occurs in every trial.
  fileprivate func divisor(_ tally: Tally) -> UInt64 {
    switch self {
    case .sound: 1
    case .all, .any: tally[.violatingTrials] >= Self.manyViolations ? 10 : 2
    case .ends: 10
    }
  }

  /// The number of violating trials that is enough to know a rate to about three percent.
  private static let manyViolations: UInt64 = 1_000

  /// Returns whether the tally shows everything that is demanded.
  func isMet(by tally: Tally) -> Bool {
    switch self {
    // The first sweeps may take most of a row's time, and leave too few trials for a verdict.
    case .sound: return tally[.trials] >= Verdict.leastTrials
    case .all(let defects): return defects.isSubset(of: tally.shown)
    case .any(let defects): return !defects.isDisjoint(with: tally.shown)
    case .ends: return true
    }
  }
}
