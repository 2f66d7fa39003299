import Core

/// How one trial of a strategy in a scenario is counted.
public struct WorkloadShape: Sendable {
  public let accessesPerThread: Int
  /// Some accesses are made only in some trials, so their results are cleared after each.
  public let hasOptionalAccesses: Bool
  /// The most instances that one thread makes in one trial.
  public let instancesPerThread: Int
  /// Instances end, or have classes or owners: lifetimes are counted one by one instead of derived from the results.
  public let tracksLives: Bool
  public let promise: Promise
  private let plan: TrialPlan

  /// How often a thread asks in a scenario in which it asks again and again.
  static let rounds = 4

  public init(of scenario: Scenario, traits: Traits) {
    self.init(TrialPlan(scenario, traits: traits, rounds: Self.rounds), traits: traits)
  }

  public init(_ plan: TrialPlan, traits: Traits) {
    self.plan = plan
    let scenario = plan.scenario
    accessesPerThread = plan.accessesPerThread
    hasOptionalAccesses = plan.hasOptionalAccesses
    // Each access makes one at most, and so does a teardown; an accessor may allocate besides.
    instancesPerThread = 2 * accessesPerThread + 1
    promise = traits.contains(.hasOwners) ? .oneInstancePerOwner : scenario.promise
    tracksLives =
      scenario.endsLives || scenario.reentersInitializer || scenario.promise == .oneInstancePerClass
      || !traits.isDisjoint(with: [.endsLives, .prepares, .hasOwners, .livesPerOwner])
  }

  /// The number of groups. The results of one group must be one instance: a class's or an owner's.
  public var groupCount: Int {
    switch promise {
    case .oneInstance, .oneAlive: 1
    case .oneInstancePerClass, .oneInstancePerOwner: 2
    }
  }

  /// Returns the group that an access's result belongs to.
  public func group(ofAccess number: Int, by kind: Scenario.ThreadKind) -> Int {
    guard let access = plan.access(number, of: kind) else { return 0 }
    return switch promise {
    case .oneInstance, .oneAlive: 0
    case .oneInstancePerClass: access.entryPoint == .childAccessor ? 1 : 0
    // After its own teardown a thread asks a new owner.
    case .oneInstancePerOwner: access.isAfterTeardown ? 1 : 0
    }
  }

  /// Returns the thread that interferes in a cell, each thread in turn: of many threads only the first few to come to a
  /// cell race in it.
  @inline(__always)
  public static func interferingThread(ofCell cell: Int, callers: Int) -> Int { cell % callers }
}
