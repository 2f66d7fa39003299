import Core

/// A scenario as one strategy runs it: for each kind of thread its steps, with the accesses numbered.
public struct TrialPlan: Sendable {
  public struct Step: Sendable {
    public let action: Scenario.Step
    /// The number of the access, counted over all phases of a thread; of a step that is no access, the next one's.
    public let number: Int
  }

  /// What the accesses of one kind of thread ask for, in their order.
  public struct Access: Sendable {
    public let entryPoint: Scenario.EntryPoint
    /// The thread has torn the singleton down before.
    public let isAfterTeardown: Bool
  }

  public let scenario: Scenario
  public let phaseCount: Int
  private let steps: [[[Step]]]
  private let accesses: [[Access]]

  /// - Parameter rounds: How often a thread asks in a scenario in which it asks again and again.
  public init(_ scenario: Scenario, traits: Traits, rounds: Int) {
    self.scenario = scenario
    let phases = scenario.phases(rounds: rounds)
    phaseCount = phases.count
    var steps: [[[Step]]] = []
    var accesses: [[Access]] = []
    for kind in Scenario.ThreadKind.allCases {
      var (ofKind, asked, isTornDown) = ([[Step]](), [Access](), false)
      for phase in phases {
        ofKind.append(
          Scenario.steps(of: phase, for: kind).filter { traits.contains(.mutableCopies) || !$0.isMutableCopy }.map {
            let step = Step(action: $0, number: asked.count)
            if case .access(let entryPoint, _) = $0 {
              asked.append(Access(entryPoint: entryPoint, isAfterTeardown: isTornDown))
            }
            if $0 == .tearDown { isTornDown = true }
            return step
          })
      }
      steps.append(ofKind)
      accesses.append(asked)
    }
    self.steps = steps
    self.accesses = accesses
  }

  /// Returns the steps at an address that stays good for as long as the process.
  public func permanentSteps(ofPhase phase: Int, for kind: Scenario.ThreadKind) -> UnsafeBufferPointer<Step> {
    let steps = steps(ofPhase: phase, for: kind)
    let copy = UnsafeMutableBufferPointer<Step>.allocate(capacity: steps.count)
    _ = copy.initialize(from: steps)
    return UnsafeBufferPointer(copy)
  }

  public func steps(ofPhase phase: Int, for kind: Scenario.ThreadKind) -> [Step] { steps[kind.index][phase] }

  /// Returns what an access asks for, or `nil` for the one that an initializer makes.
  public func access(_ number: Int, of kind: Scenario.ThreadKind) -> Access? {
    number < accesses[kind.index].count ? accesses[kind.index][number] : nil
  }

  /// The most accesses that any kind of thread makes, an initializer's own included.
  public var accessesPerThread: Int {
    accesses.map(\.count).max()! + (scenario.reentersInitializer ? 1 : 0)
  }

  /// Some threads make fewer accesses than others, or some depend on what an earlier one got.
  var hasOptionalAccesses: Bool {
    scenario.reentersInitializer || accesses.joined().contains { [.copy, .mutableCopy].contains($0.entryPoint) }
  }

  /// All threads do the same, and that is one call of the accessor.
  var isOneAccess: Bool {
    scenario.headStart == nil && !scenario.reentersInitializer && phaseCount == 1
      && Scenario.ThreadKind.allCases.allSatisfy { steps(ofPhase: 0, for: $0).map(\.action) == [.access(.accessor)] }
  }
}

extension Scenario.Step {
  fileprivate var isMutableCopy: Bool { self == .access(.mutableCopy) }
}
