import SingletonBench
import Testing

@testable import StrategyExercise

/// The exercise that is a strategy, in the scenarios that its package checks.
@Suite struct `A strategy to repair` {
  @Test func `what the exercise begins with hands out nil`() throws {
    #expect(
      try check(StrategyExercise.WeakAndDestroyable<NativeBackend>.self, in: .reacquire, threads: 2).findings
        .contains(
          .nilResults))
  }

  @Test(arguments: StrategyExercise.WeakAndDestroyable<NativeBackend>.info.scenarios)
  func `the solution never does, and two are alive only while the older one ends`(scenario: Scenario) throws {
    let result = try check(WeakAndDestroyable<NativeBackend>.self, in: scenario, threads: 2)
    #expect(result.isAsDeclared && !result.findings.contains(.nilResults), "\(result)")
  }
}
