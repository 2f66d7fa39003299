import Core

/// A scenario as one strategy runs it: the steps of each kind of thread, with numbered accesses.
public struct TrialPlan: Sendable {
  public struct Step: Sendable {
    public let action: Scenario.Step
    /// The number of the access, counted over all phases of a thread. A step that is not an access has the number of
    /// the next access.
    public let number: Int
  }

  /// An access of one kind of thread.
  public struct Access: Sendable {
    public let entryPoint: Scenario.EntryPoint
    /// Whether the thread has torn the singleton down before this access.
    public let isAfterTeardown: Bool
  }

  public let scenario: Scenario
  public let phaseCount: Int
  private let steps: [[[Step]]]
  private let accesses: [[Access]]

  /// - Parameter rounds: The number of accesses per thread in a scenario with repeated accesses.
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

  /// Returns the steps at an address that is valid until the process ends.
  public func permanentSteps(ofPhase phase: Int, for kind: Scenario.ThreadKind) -> UnsafeBufferPointer<Step> {
    let steps = steps(ofPhase: phase, for: kind)
    let copy = UnsafeMutableBufferPointer<Step>.allocate(capacity: steps.count)
    _ = copy.initialize(from: steps)
    return UnsafeBufferPointer(copy)
  }

  public func steps(ofPhase phase: Int, for kind: Scenario.ThreadKind) -> [Step] { steps[kind.index][phase] }

  /// Returns the access with this number, or `nil` if an initializer makes it.
  public func access(_ number: Int, of kind: Scenario.ThreadKind) -> Access? {
    number < accesses[kind.index].count ? accesses[kind.index][number] : nil
  }

  /// The largest number of accesses that any kind of thread makes, including one by an initializer.
  public var accessesPerThread: Int {
    accesses.map(\.count).max()! + (scenario.reentersInitializer ? 1 : 0)
  }

  /// Whether some accesses do not take place in every trial: that of an initializer, and copies, which need an
  /// original.
  var hasOptionalAccesses: Bool {
    scenario.reentersInitializer || accesses.joined().contains { [.copy, .mutableCopy].contains($0.entryPoint) }
  }

  /// Whether every thread makes one call of the accessor and nothing else.
  var isOneAccess: Bool {
    scenario.headStart == nil && !scenario.reentersInitializer && phaseCount == 1
      && Scenario.ThreadKind.allCases.allSatisfy { steps(ofPhase: 0, for: $0).map(\.action) == [.access(.accessor)] }
  }
}

extension Scenario.Step {
  fileprivate var isMutableCopy: Bool { self == .access(.mutableCopy) }
}
