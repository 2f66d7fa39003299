import SingletonCore

/// A scenario in the form in which one strategy runs it: the steps of each kind of thread with numbered accesses, and
/// the promise.
@usableFromInline package struct TrialPlan: Sendable {
  @usableFromInline package struct Step: Sendable {
    package let action: Scenario.Action
    /// The number of this access, or of the next access if the step is not an access. Accesses are counted over all
    /// phases of a thread.
    package let number: Int
  }

  /// One access of a kind of thread.
  package struct Access: Sendable {
    package let entryPoint: Scenario.EntryPoint
    /// Whether the thread tears the singleton down before this access.
    package let isAfterTeardown: Bool
  }

  package let scenario: Scenario
  package let phaseCount: Int
  private let steps: [[[Step]]]
  private let accesses: [[Access]]
  /// The maximum number of accesses that a thread of any kind makes, including those of initializers.
  package let accessesPerThread: Int
  /// Whether some accesses may not happen in a trial, or leave no result: those of initializers, copies, which need an
  /// original, and those whose initializer throws.
  package let hasOptionalAccesses: Bool
  /// Whether lifetimes are counted one by one, because they cannot be derived from the results. This is so if instances
  /// end, belong to different classes or owners, are made by a preparation or inside an initializer, or fail to be
  /// made.
  package let tracksLives: Bool
  package let promise: Promise
  /// Whether the strategy prepares each trial.
  package let prepares: Bool

  /// - Parameter rounds: The number of accesses per thread in a scenario with repeated accesses. It is 4 on real
  ///   threads.
  package init(_ scenario: Scenario, traits: Traits, rounds: Int = 4) {
    self.scenario = scenario
    let phases = scenario.phases(rounds: rounds).filter { phase in
      phase.contains { $0.value.contains(where: traits.has) }
    }
    phaseCount = phases.count
    var steps: [[[Step]]] = []
    var accesses: [[Access]] = []
    for kind in Scenario.ThreadKind.allCases {
      var numbering = StepNumbering()
      steps.append(phases.map { numbering.number(Scenario.actions(of: $0, for: kind).filter(traits.has)) })
      if let call = scenario.initializerCall, let first = numbering.accesses.first {
        numbering.accesses += call.entryPoints(after: first.entryPoint).map {
          Access(entryPoint: $0, isAfterTeardown: false)
        }
      }
      accesses.append(numbering.accesses)
    }
    self.steps = steps
    self.accesses = accesses
    accessesPerThread = accesses.map(\.count).max()!
    hasOptionalAccesses =
      scenario.initializerCall != nil || scenario.failsInitializers
      || accesses.joined().contains { $0.entryPoint.isCopy }
    promise = traits.contains(.hasOwners) ? .oneInstancePerOwner : scenario.promise
    prepares = traits.contains(.prepares) && !scenario.isUnprepared
    tracksLives =
      scenario.endsLives || scenario.initializerCall != nil || scenario.failsInitializers
      || scenario.promise == .oneInstancePerClass
      || !traits.isDisjoint(with: [.endsLives, .prepares, .hasOwners, .livesPerOwner])
  }

  /// Returns the steps in memory that is never freed.
  package func permanentSteps(ofPhase phase: Int, for kind: Scenario.ThreadKind) -> UnsafeBufferPointer<Step> {
    let steps = steps(ofPhase: phase, for: kind)
    let copy = UnsafeMutableBufferPointer<Step>.allocate(capacity: steps.count)
    _ = copy.initialize(from: steps)
    return UnsafeBufferPointer(copy)
  }

  package func steps(ofPhase phase: Int, for kind: Scenario.ThreadKind) -> [Step] { steps[kind.index][phase] }

  /// Returns the access with this number, or `nil` if there is none. The accesses of initializers have the highest
  /// numbers.
  package func access(_ number: Int, of kind: Scenario.ThreadKind) -> Access? {
    number < accesses[kind.index].count ? accesses[kind.index][number] : nil
  }

  /// The maximum number of instances that one caller causes in one trial.
  ///
  /// Each access and a teardown make at most one instance each, and an accessor may allocate one more.
  package var instancesPerCaller: Int { 2 * accessesPerThread + 1 }

  /// The number of groups of results. All results in a group, for example those of one class or one owner, must be the
  /// same instance.
  package var groupCount: Int {
    switch promise {
    case .oneInstance, .oneInstanceOrRefusal, .oneInstanceAfterFailure, .oneAlive: 1
    case .oneInstancePerClass, .oneInstancePerOwner: 2
    }
  }

  /// Returns the group to which the result of an access belongs.
  package func group(ofAccess number: Int, by kind: Scenario.ThreadKind) -> Int {
    guard let access = access(number, of: kind) else { return 0 }
    return switch promise {
    case .oneInstance, .oneInstanceOrRefusal, .oneInstanceAfterFailure, .oneAlive: 0
    case .oneInstancePerClass: access.entryPoint.asksChild ? 1 : 0
    // After its own teardown, a thread belongs to a new owner.
    case .oneInstancePerOwner: access.isAfterTeardown ? 1 : 0
    }
  }

  /// Returns the index of the interfering thread in a cell.
  ///
  /// The threads take turns at interfering, because only the first few of many threads that reach a cell overlap there.
  @inline(__always)
  @usableFromInline package static func interferingThread(ofCell cell: Int, callers: Int) -> Int { cell % callers }

  /// Whether a thread uses the result of an earlier phase.
  package var recalls: Bool {
    steps.joined().joined().contains { step in
      switch step.action {
      case .recall, .leave, .expectEnds: true
      case .access, .use, .release, .tearDown, .overwrite: false
      }
    }
  }

  /// Whether every thread calls the accessor once and does nothing else.
  var isOneAccess: Bool {
    scenario.headStart == nil && scenario.initializerCall == nil && phaseCount == 1
      && Scenario.ThreadKind.allCases.allSatisfy { steps(ofPhase: 0, for: $0).map(\.action) == [.access(.accessor)] }
  }
}

/// Assigns numbers to the accesses of one kind of thread, and keeps track of what the thread holds.
private struct StepNumbering {
  var accesses: [TrialPlan.Access] = []
  private var isTornDown = false
  /// The numbers of the accesses whose results the thread holds.
  private var held: [Int] = []
  /// The number of the access to whose result `release` refers.
  private var current: Int?

  mutating func number(_ actions: [Scenario.Action]) -> [TrialPlan.Step] {
    // Before a thread leaves, it drops everything that it holds.
    actions.flatMap { action in
      action == .leave ? held.flatMap { [.recall($0), .release] } + [action] : [action]
    }.map { number($0) }
  }

  private mutating func number(_ action: Scenario.Action) -> TrialPlan.Step {
    let next = accesses.count
    switch action {
    case .access(let entryPoint, let holding):
      accesses.append(TrialPlan.Access(entryPoint: entryPoint, isAfterTeardown: isTornDown))
      if !entryPoint.isCopy { current = next }
      if holding { held.append(next) }
    case .recall(let earlier): current = earlier
    case .release: held.removeAll { $0 == current }
    case .tearDown: isTornDown = true
    case .use, .overwrite, .leave, .expectEnds: break
    }
    return TrialPlan.Step(action: action, number: next)
  }
}

extension Traits {
  fileprivate func has(_ action: Scenario.Action) -> Bool {
    switch action {
    case .access(.mutableCopy, _): contains(.mutableCopies)
    case .leave, .expectEnds: contains(.hasOwners)
    default: true
    }
  }
}
