import SingletonArgumentParsing
import SingletonCore
import SingletonPlatform

/// The work that a parent requests of one child: a row, one trial of it, or its timing.
struct ChildConfiguration: Equatable {
  enum Mode: String, CaseIterable {
    /// Runs trials for the row's time, then times first accesses.
    case row
    /// Runs one trial in one cell.
    case trial
    /// Times the first access of each thread, in the only cell of the process.
    case firstAccess
    /// Times later accesses, by one thread alone or by one thread on each core at once.
    case laterAccess
    /// Counts the instructions of accesses by one thread.
    case instructions
    /// Makes a copy of itself for each configuration that the parent requests, which does the work.
    case serving
  }

  var mode = Mode.row
  var strategy = ""
  var form = RowForm.harness
  var scenario = Scenario.firstAccess
  var threads = 0
  var initializerCost = InitializerCost.none
  var settings = RowSettings()
  /// The number of cells in a sweep, or `nil` if the engine chooses. Only tests set it.
  var cells: Int?
  /// The outcome that the row is expected to show. A row may run longer than its time until it has shown this outcome.
  var demand = Expectation.Demand.sound
  /// The number of cores available to the process. If there are more threads than cores, a waiting thread must not spin
  /// for long.
  var cores = 1
  /// The cores to which threads may be pinned; empty if threads are not pinned.
  var topology = ProcessorTopology()
  /// The time of the empty loop in a quiet round of earlier rows, in nanoseconds, or `nil` if it is unknown.
  var quietFloor: Double?

  /// A child that counts instructions needs a thread that does not depend on Dispatch's pool.
  var threadSource: ThreadSourceKind { mode == .instructions ? .pthread : ThreadSourceKind(threads: threads) }

  /// Whether a copy of a child that is already there does the work. Starting a program would take longer than most of it.
  ///
  /// A child that counts instructions is always a new program: what an earlier copy has left in memory could change a
  /// count.
  var isServed: Bool { mode != .serving && mode != .instructions && Subprocess.canFork }
}

extension ChildConfiguration {
  func inMode(_ mode: Mode) -> ChildConfiguration {
    var configuration = self
    configuration.mode = mode
    return configuration
  }

  /// The configuration of a child that makes copies of itself, each with the given number of threads.
  static func serving(threads: Int) -> ChildConfiguration {
    var configuration = ChildConfiguration()
    (configuration.mode, configuration.threads) = (.serving, threads)
    return configuration
  }

  /// The configuration of a child that counts the instructions of a strategy's accesses.
  ///
  /// It has none of a row's other settings, because parsing them allocates memory, and addresses can change a count.
  init(
    counting strategy: String, as form: RowForm, in scenario: Scenario, initializerCost: InitializerCost = .none
  ) {
    (mode, threads) = (.instructions, 1)
    (self.strategy, self.form, self.scenario, self.initializerCost) = (strategy, form, scenario, initializerCost)
  }
}

// MARK: - As arguments of the child

extension ChildConfiguration {
  /// The options of a row, followed by those that only a parent process passes.
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

  /// The arguments that reproduce this configuration. Default values are left out: a child's start is part of some
  /// trials, and parsing takes time.
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
      !parsed.strategy.isEmpty || parsed.mode == .serving, parsed.threads > 0
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
  /// The factor by which a row may exceed its time while its known defect has not appeared, or while it has too few
  /// trials for a conclusion. On a busy machine, two threads often do not run at the same time.
  private static let maxExtension: UInt64 = 10
  /// The largest divisor that `divisor(_:)` returns.
  private static let mostDivisor: UInt64 = 10

  /// Returns whether a row that has run trials for the given time may end.
  ///
  /// - Parameters:
  ///   - done: The number of trials so far.
  ///   - tally: Returns the counts so far. It is called only if they matter.
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

  /// The time for which first accesses are timed: a sixth of the row's counting time, but at most a sixth of a second.
  ///
  /// The accessor of a strategy is the same in all scenarios, so in scenarios other than the first it is a third of
  /// that.
  var firstAccessNanoseconds: UInt64 {
    min(settings.time.nanoseconds, 1_000_000_000) / (scenario == .firstAccess ? 6 : 18)
  }

  var laterAccessNanoseconds: UInt64 { min(settings.time.nanoseconds, 1_000_000_000) / 6 }
}

extension Expectation.Demand {
  /// Returns the number by which a row's time is divided to get the time after which it may end. A row that shows no
  /// defect needs all of its time. A known defect that has appeared needs less, and a declared trap or hang occurs in
  /// every trial.
  fileprivate func divisor(_ tally: Tally) -> UInt64 {
    switch self {
    case .sound: 1
    case .all, .any: tally[.violatingTrials] >= Self.manyViolations ? 10 : 2
    case .ends: 10
    }
  }

  /// The number of violating trials with which their rate is known to about three percent.
  private static let manyViolations: UInt64 = 1_000

  /// Returns whether the tally shows everything that is demanded.
  func isMet(by tally: Tally) -> Bool {
    switch self {
    // A few sweeps with a slow initializer may take most of a row's time, and leave too few trials for a verdict.
    case .sound: return tally[.trials] >= Verdict.leastTrials
    case .all(let defects): return defects.isSubset(of: tally.shown)
    case .any(let defects): return !defects.isDisjoint(with: tally.shown)
    case .ends: return true
    }
  }
}
