import SingletonCore

/// The properties of a strategy in a scenario that determine how a trial is counted.
@usableFromInline package struct WorkloadShape: Sendable {
  package let accessesPerThread: Int
  /// Whether some accesses take place only in some trials, so that results are cleared after each.
  package let hasOptionalAccesses: Bool
  /// The largest number of instances that one thread makes in one trial.
  package let instancesPerThread: Int
  /// Whether lifetimes are counted one by one instead of derived from the results, because instances end, have classes
  /// or owners, or are made by a preparation or inside an initializer.
  package let tracksLives: Bool
  package let promise: Promise
  private let plan: TrialPlan

  /// The number of accesses per thread in a scenario with repeated accesses.
  static let rounds = 4

  package init(of scenario: Scenario, traits: Traits) {
    self.init(TrialPlan(scenario, traits: traits, rounds: Self.rounds), traits: traits)
  }

  package init(_ plan: TrialPlan, traits: Traits) {
    self.plan = plan
    let scenario = plan.scenario
    accessesPerThread = plan.accessesPerThread
    hasOptionalAccesses = plan.hasOptionalAccesses
    // Each access makes at most one instance, and so does a teardown; an accessor may also allocate.
    instancesPerThread = 2 * accessesPerThread + 1
    promise = traits.contains(.hasOwners) ? .oneInstancePerOwner : scenario.promise
    tracksLives =
      scenario.endsLives || scenario.initializerCall != nil || scenario.promise == .oneInstancePerClass
      || !traits.isDisjoint(with: [.endsLives, .prepares, .hasOwners, .livesPerOwner])
  }

  /// The number of groups. The results of one group, such as those for one class or owner, must be one instance.
  package var groupCount: Int {
    switch promise {
    case .oneInstance, .oneInstanceOrRefusal, .oneAlive: 1
    case .oneInstancePerClass, .oneInstancePerOwner: 2
    }
  }

  /// Returns the group that an access's result belongs to.
  package func group(ofAccess number: Int, by kind: Scenario.ThreadKind) -> Int {
    guard let access = plan.access(number, of: kind) else { return 0 }
    return switch promise {
    case .oneInstance, .oneInstanceOrRefusal, .oneAlive: 0
    case .oneInstancePerClass: access.entryPoint.asksChild ? 1 : 0
    // After its own teardown, a thread asks a new owner.
    case .oneInstancePerOwner: access.isAfterTeardown ? 1 : 0
    }
  }

  /// Returns the interfering thread of a cell.
  ///
  /// The threads take turns, because of many threads only the first few to reach a cell meet in it.
  @inline(__always)
  @usableFromInline package static func interferingThread(ofCell cell: Int, callers: Int) -> Int { cell % callers }
}
