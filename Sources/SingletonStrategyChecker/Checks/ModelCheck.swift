package import SingletonCore
package import SingletonMemoryModels
package import SingletonModelChecker
package import SingletonStrategyKit

/// A check of one way of handing out an instance, with a number of threads and under one memory model.
package protocol ModelCheck: Sendable {
  var scenario: Scenario { get }
  var threads: Int { get }
  var model: MemoryModel { get }
  /// The name in rows and replay codes.
  var name: String { get }
  var traits: Traits { get }
  var expectation: Expectation { get }
  /// The source code in which the lines of a counterexample are looked up.
  var sources: SourceLibrary { get }

  /// Whether executions that are equal up to swapping interchangeable threads are one.
  var reducesSymmetry: Bool { get }

  /// Returns the same check under another memory model.
  func under(_ model: MemoryModel) -> Self
  /// Returns the program to explore, or `nil` if there is none.
  func trial(_ orderings: OrderingExperiment) -> Trial?
  /// Returns the same program, to replay one execution for a reader.
  func trialToReplay() -> Trial?
}

extension ModelCheck {
  package func trialToReplay() -> Trial? { trial(.none) }
  package var reducesSymmetry: Bool { true }
}

extension ModelCheck {
  /// Explores the executions until all were visited, or until the declared defects were found and then nothing new for long.
  ///
  /// - Returns: `nil` if there is no program to explore.
  package func run(limits: CheckLimits = CheckLimits()) throws(ExplorationError) -> ExplorationResult? {
    try explore(limits)
  }

  /// The number of runs that look for further findings and shorter witnesses after the declared defects were found.
  private static var idleRunsOnceDecided: UInt64 { 2_000 }

  /// - Parameter mostIdleRuns: Returns the number of runs without anything new after which a search that has found these
  ///   defects ends, or `nil` to leave that to the declaration.
  /// - Returns: `nil` if there is no program to explore.
  func explore(
    _ limits: CheckLimits, _ orderings: OrderingExperiment = .none,
    mostIdleRuns: @escaping (Set<Defect>) -> UInt64? = { _ in nil }
  ) throws(ExplorationError) -> ExplorationResult? {
    guard let trial = trial(orderings) else { return nil }
    let findings = TrialFindings(trial, TrialAnalysis(scenario, traits, declared: expectation), limits: limits) {
      found in
      let isDecided = showsDeclared(found) && found.contains(where: scenario.promise.isBroken)
      return mostIdleRuns(found) ?? (isDecided ? Self.idleRunsOnceDecided : nil)
    }
    let isComplete = try Explorer(
      trial.program, under: model, reducesSymmetry: reducesSymmetry, visitor: findings
    ).run()
    return ExplorationResult(
      found: findings.found, executions: findings.executions, isComplete: isComplete, isLimited: findings.isLimited,
      schedules: findings.schedules, hasTimedWaits: trial.state.hasTimedWaits)
  }

  /// Returns the counterexample for a finding, step by step.
  package func counterexample(_ finding: Defect, in result: ExplorationResult) -> Counterexample? {
    // The schedule was just recorded from the same program, so its replay cannot fail.
    result.schedules[finding].flatMap { try? counterexample(finding, $0) }
  }

  /// Returns the counterexample that a schedule leads to, step by step.
  ///
  /// - Returns: `nil` if there is no program to replay.
  /// - Throws: An error if the program cannot follow the schedule.
  package func counterexample(_ finding: Defect, _ schedule: Schedule) throws(ReplayError) -> Counterexample? {
    guard var example = try trialToReplay()?.counterexample(finding, schedule, sources) else { return nil }
    example.code = ReplayCode(self, finding, schedule).text
    return example
  }

  /// The findings that the declaration requires this check to show.
  package var demanded: Set<Defect> {
    expectation.demandedFindings(threads: threads, accessorThreads: scenario.accessorThreads(of: threads), model: model)
  }

  /// Returns whether these findings include all that the declaration requires.
  private func showsDeclared(_ found: Set<Defect>) -> Bool {
    let alternatives = expectation.alternativeFindings(threads: threads)
    return demanded.isSubset(of: found) && (alternatives.isEmpty || !alternatives.isDisjoint(with: found))
  }

  /// Returns how the result compares with the declaration, or `nil` if a limit left the answer open.
  package func grade(_ result: ExplorationResult) -> Grade? {
    let found = result.found
    if !found.isSubset(of: expectation.allowedFindings(threads: threads, model: model)) { return .failed }
    if !showsDeclared(found) { return result.isComplete ? .notReproduced : nil }
    if found.contains(where: scenario.promise.isBroken) || !demanded.isEmpty { return .reproduced }
    return result.isComplete ? .passed : nil
  }
}

/// The result of an exploration.
package struct ExplorationResult: Sendable {
  package let found: Set<Defect>
  /// The number of complete executions visited.
  package let executions: UInt64
  /// Whether all executions were visited.
  package let isComplete: Bool
  /// Whether a limit has ended the exploration.
  package let isLimited: Bool
  /// For each finding, the schedule of the execution that is easiest to follow.
  package let schedules: [Defect: Schedule]
  /// Whether a thread has waited with a limit.
  package let hasTimedWaits: Bool
}

extension ExplorationError {
  /// The source line of the operation that a thread did not repeat, such as `Weak.swift:31`; `nil` for any other error.
  package var place: String? {
    guard case .notDeterministic(_, _, let expected, _) = self else { return nil }
    return SourceLine(word: expected.sourceLine).place
  }
}

/// The limits of a check, by the number of executions, by time, and by an interruption. They are checked after every run.
package struct CheckLimits: Sendable {
  /// The most executions, including blocked and symmetric ones; `nil` for no limit.
  package var executions: UInt64?
  /// The time at which the check ends, in monotonic nanoseconds; `nil` for no time limit.
  package var deadline: UInt64?
  private let now: @Sendable () -> UInt64
  /// Returns whether the check was interrupted.
  package var isInterrupted: @Sendable () -> Bool = { false }

  package init(executions: UInt64? = nil, deadline: UInt64? = nil, now: @escaping @Sendable () -> UInt64 = { 0 }) {
    self.executions = executions
    self.deadline = deadline
    self.now = now
  }

  /// - Parameter runs: The number of executions so far, including blocked and symmetric ones.
  package func isReached(runs: UInt64) -> Bool {
    if let executions, runs >= executions { return true }
    return isInterrupted() || (deadline.map { now() >= $0 } ?? false)
  }
}
