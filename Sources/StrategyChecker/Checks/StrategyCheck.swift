package import Core
package import MemoryModels
package import ModelChecker
package import StrategyKit

/// Checks one strategy in one scenario with this many threads, under one memory model.
package struct StrategyCheck: Sendable {
  package let entry: CatalogEntry
  package let scenario: Scenario
  package let threads: Int
  package let model: MemoryModel
  /// Where the lines of a counterexample are looked up.
  let sources: SourceLibrary

  package init(
    _ entry: CatalogEntry, _ scenario: Scenario, threads: Int, model: MemoryModel = .rc11,
    sources: SourceLibrary = .none
  ) {
    self.entry = entry
    self.scenario = scenario
    self.threads = threads
    self.model = model
    self.sources = sources
  }

  /// Returns the same check under another memory model.
  package func under(_ model: MemoryModel) -> StrategyCheck {
    StrategyCheck(entry, scenario, threads: threads, model: model, sources: sources)
  }

  /// What an exploration found.
  package struct Result: Sendable {
    package let found: Set<Defect>
    /// Complete executions that were visited.
    package let executions: UInt64
    /// Whether all that there are were visited.
    package let isComplete: Bool
    package let isLimited: Bool
    /// For each finding the execution that is easiest to follow.
    package let schedules: [Defect: Schedule]
  }

  /// Explores the executions.
  ///
  /// - Returns: `nil` if the strategy exists only natively.
  package func run(limits: CheckLimits = CheckLimits()) throws(ExplorationError) -> Result? { try explore(limits) }

  /// - Parameter isEnough: Whether these findings end the exploration.
  /// - Returns: `nil` if the strategy exists only natively.
  func explore(
    _ limits: CheckLimits, _ orderings: OrderingExperiment = .none,
    until isEnough: @escaping (Set<Defect>) -> Bool = { _ in false }
  ) throws(ExplorationError) -> Result? {
    guard let strategy = entry.native?.rebind(to: ModelBackend.self) else { return nil }
    let trial = StrategyTrial.make(strategy, scenario, callers: threads, orderings: orderings)
    let demanded = demanded
    let alternatives = expectation.alternativeFindings(threads: threads)
    let findings = TrialFindings(
      trial, TrialAnalysis(scenario, entry.traits, declared: expectation), limits: limits,
      isEnough: isEnough,
      isSettled: { found in
        demanded.isSubset(of: found) && (alternatives.isEmpty || !alternatives.isDisjoint(with: found))
          && found.contains(where: \.breaksPromise)
      })
    let isComplete = try Explorer(trial.program, under: model, visitor: findings).run()
    return Result(
      found: findings.found, executions: findings.executions, isComplete: isComplete,
      isLimited: findings.stop == .limit, schedules: findings.schedules)
  }

  /// Returns the counterexample for a finding, step by step.
  package func counterexample(_ finding: Defect, in result: Result) -> Counterexample? {
    guard let schedule = result.schedules[finding] else { return nil }
    let builder = CounterexampleBuilder(
      entry: entry, scenario: scenario, threads: threads, model: model, sources: sources)
    // What was found a moment ago goes the same way again.
    return try? builder.build(finding, schedule)
  }

  package var expectation: Expectation { entry.info.expectation(in: scenario) ?? .sound }
}

extension CatalogEntry {
  /// Whether the strategy has source to run in a model: the language's runtime has none.
  package var isModeled: Bool { native?.rebind(to: ModelBackend.self) != nil }
}

extension ExplorationError {
  /// The line of the operation that a thread did not repeat, such as `Weak.swift:31`, or `nil` for another error.
  package var place: String? {
    guard case .notDeterministic(_, _, let expected, _) = self else { return nil }
    return SourceLine(word: expected.sourceLine).place
  }
}

extension StrategyCheck {
  /// The findings that the catalog says this check must show.
  package var demanded: Set<Defect> {
    expectation.demandedFindings(threads: threads, accessorThreads: scenario.accessorThreads(of: threads), model: model)
  }

  /// Returns whether the catalog is right, or `nil` if a limit left it open.
  package func grade(_ result: Result) -> Grade? {
    let alternatives = expectation.alternativeFindings(threads: threads)
    let (found, demanded) = (result.found, demanded)
    if !found.isSubset(of: expectation.allowedFindings(threads: threads, model: model)) { return .failed }
    let isShown = demanded.isSubset(of: found) && (alternatives.isEmpty || !alternatives.isDisjoint(with: found))
    if !isShown { return result.isComplete ? .notReproduced : nil }
    if found.contains(where: \.breaksPromise) || !demanded.isEmpty { return .reproduced }
    return result.isComplete ? .passed : nil
  }

  /// Returns the breach that is worth telling: a surprise first, then what is declared, then whatever else breaks the promise.
  package func mainFinding(in result: Result) -> Defect? {
    let breaches = result.found.inOrderOfInterest.filter(\.breaksPromise)
    let allowed = expectation.allowedFindings(threads: threads, model: model)
    return breaches.first { !allowed.contains($0) } ?? breaches.first(where: demanded.contains) ?? breaches.first
  }
}
