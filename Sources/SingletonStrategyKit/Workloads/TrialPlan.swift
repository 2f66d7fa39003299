import SingletonCore

/// A scenario as one strategy runs it: the steps of each kind of thread, with numbered accesses.
@usableFromInline package struct TrialPlan: Sendable {
  @usableFromInline package struct Step: Sendable {
    package let action: Scenario.Action
    /// The number of the access, counted over all phases of a thread. A step that is not an access has the number of
    /// the next access.
    package let number: Int
  }

  /// An access of one kind of thread.
  package struct Access: Sendable {
    package let entryPoint: Scenario.EntryPoint
    /// Whether the thread has torn the singleton down before this access.
    package let isAfterTeardown: Bool
  }

  package let scenario: Scenario
  package let phaseCount: Int
  private let steps: [[[Step]]]
  private let accesses: [[Access]]

  /// - Parameter rounds: The number of accesses per thread in a scenario with repeated accesses.
  package init(_ scenario: Scenario, traits: Traits, rounds: Int) {
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
  }

  /// Returns the steps at an address that is valid until the process ends.
  package func permanentSteps(ofPhase phase: Int, for kind: Scenario.ThreadKind) -> UnsafeBufferPointer<Step> {
    let steps = steps(ofPhase: phase, for: kind)
    let copy = UnsafeMutableBufferPointer<Step>.allocate(capacity: steps.count)
    _ = copy.initialize(from: steps)
    return UnsafeBufferPointer(copy)
  }

  package func steps(ofPhase phase: Int, for kind: Scenario.ThreadKind) -> [Step] { steps[kind.index][phase] }

  /// Returns the access with this number, or `nil` if there is none. The accesses of initializers come last.
  package func access(_ number: Int, of kind: Scenario.ThreadKind) -> Access? {
    number < accesses[kind.index].count ? accesses[kind.index][number] : nil
  }

  /// The largest number of accesses that any kind of thread makes, including those of initializers.
  package var accessesPerThread: Int { accesses.map(\.count).max()! }

  /// Whether some accesses do not take place in every trial: those of initializers, and copies, which need an original.
  var hasOptionalAccesses: Bool {
    scenario.initializerCall != nil || accesses.joined().contains { $0.entryPoint.isCopy }
  }

  /// Whether a thread refers to results of an earlier phase.
  package var recalls: Bool {
    steps.joined().joined().contains { step in
      switch step.action {
      case .recall, .leave, .expectEnds: true
      case .access, .use, .release, .tearDown, .overwrite: false
      }
    }
  }

  /// Whether every thread makes one call of the accessor and nothing else.
  var isOneAccess: Bool {
    scenario.headStart == nil && scenario.initializerCall == nil && phaseCount == 1
      && Scenario.ThreadKind.allCases.allSatisfy { steps(ofPhase: 0, for: $0).map(\.action) == [.access(.accessor)] }
  }
}

/// The numbering of one kind of thread's steps, which follows what the thread does.
private struct StepNumbering {
  var accesses: [TrialPlan.Access] = []
  private var isTornDown = false
  /// The accesses whose results the thread holds.
  private var held: [Int] = []
  /// The access to whose result `release` refers.
  private var current: Int?

  mutating func number(_ actions: [Scenario.Action]) -> [TrialPlan.Step] {
    // Before it leaves, a thread drops all that it holds.
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
  /// Returns whether a strategy with these traits does the action.
  fileprivate func has(_ action: Scenario.Action) -> Bool {
    switch action {
    case .access(.mutableCopy, _): contains(.mutableCopies)
    case .leave, .expectEnds: contains(.hasOwners)
    default: true
    }
  }
}
