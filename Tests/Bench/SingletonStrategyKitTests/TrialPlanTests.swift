import SingletonCore
import Testing

@testable import SingletonStrategyKit

@Suite struct `Plans of trials` {
  private static let interfering = Scenario.ThreadKind(isOdd: false, isInterfering: true)
  private static let other = Scenario.ThreadKind(isOdd: true, isInterfering: false)

  private func actions(_ plan: TrialPlan, _ kind: Scenario.ThreadKind) -> [[Scenario.Action]] {
    (0..<plan.phaseCount).map { plan.steps(ofPhase: $0, for: kind).map(\.action) }
  }

  @Test func `a thread asks as often as there are rounds, and each of its accesses has a number`() {
    let plan = TrialPlan(.reacquire, traits: [], rounds: 3)
    let steps = plan.steps(ofPhase: 0, for: Self.other)
    #expect(steps.map(\.action) == (0..<3).flatMap { _ in [.access(.accessor, holding: true), .use, .release] })
    // A step that is no access has the number of the next one.
    #expect(steps.map(\.number) == [0, 1, 1, 1, 2, 2, 2, 3, 3])
    #expect(plan.accessesPerThread == 3 && plan.access(3, of: Self.other) == nil)
    #expect(!plan.isOneAccess && TrialPlan(.firstAccess, traits: [], rounds: 3).isOneAccess)
  }

  @Test func `only accesses after a teardown count as later, and only in the thread that tears down`() {
    let plan = TrialPlan(.teardown, traits: [], rounds: 2)
    #expect([0, 1].map { plan.access($0, of: Self.interfering)?.isAfterTeardown } == [false, true])
    #expect([0, 1].map { plan.access($0, of: Self.other)?.isAfterTeardown } == [false, false])
  }

  @Test func `a strategy with owners leaves them, after it has dropped all that it holds`() {
    let plan = TrialPlan(.teardown, traits: [.hasOwners], rounds: 2)
    #expect(
      actions(plan, Self.other).dropFirst() == [[.recall(0), .release, .recall(1), .release, .leave], [.expectEnds]])
    // The interfering thread has dropped its first instance before it tears down.
    #expect(actions(plan, Self.interfering)[1] == [.recall(1), .release, .leave])
    #expect(plan.recalls)
    let without = TrialPlan(.teardown, traits: [], rounds: 2)
    #expect(without.phaseCount == 1 && !without.recalls)
  }

  @Test func `a second way to copy is for strategies that have one, and the accesses of initializers come last`() {
    let copies = { (traits: Traits) in
      actions(TrialPlan(.copy, traits: traits, rounds: 1), Self.other).joined().count { $0 == .access(.mutableCopy) }
    }
    #expect(copies([]) == 0 && copies([.mutableCopies]) == 1)
    let mutual = TrialPlan(.mutualInitialization, traits: [], rounds: 1)
    #expect(
      (0..<3).map { mutual.access($0, of: Self.other)?.entryPoint } == [.childAccessor, .accessor, .childAccessor])
    #expect(mutual.hasOptionalAccesses && !TrialPlan(.firstAccess, traits: [], rounds: 1).hasOptionalAccesses)
  }

  @Test(arguments: [Scenario.failing, .canceled])
  func `one thread asks before all others, and its access may leave no result`(scenario: Scenario) {
    let plan = TrialPlan(scenario, traits: [], rounds: 4)
    #expect(actions(plan, Self.other) == [[], [.access(.accessor)]])
    #expect(actions(plan, Self.interfering)[1] == [.access(.accessor)])
    let failure: Scenario.InitializerFailure = scenario == .failing ? .error : .cancellation
    #expect(plan.access(0, of: Self.interfering)?.entryPoint == .failingAccessor(failure))
    #expect(plan.hasOptionalAccesses && plan.tracksLives && !plan.isOneAccess)
  }

  @Test func `one thread configures late, where nothing has prepared the trial`() {
    let plan = TrialPlan(.lateConfiguration, traits: .prepares)
    #expect(actions(plan, Self.interfering) == [[.access(.construction)]])
    #expect(actions(plan, Self.other) == [[.access(.accessor)]])
    #expect(!plan.prepares && TrialPlan(.mixedConstruction, traits: .prepares).prepares)
  }

  @Test(arguments: Scenario.allCases)
  func `a thread recalls only what it has asked for, in every scenario`(scenario: Scenario) {
    let plan = TrialPlan(scenario, traits: [.hasOwners, .mutableCopies], rounds: 4)
    for kind in Scenario.ThreadKind.allCases {
      var asked = 0
      for action in actions(plan, kind).joined() {
        if case .access = action { asked += 1 }
        if case .recall(let earlier) = action { #expect(earlier < asked) }
      }
      #expect(asked <= plan.accessesPerThread)
    }
  }
}
