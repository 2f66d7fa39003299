package import Core
package import MemoryModels
package import ModelChecker
package import StrategyKit

/// A check of one strategy in one scenario, with a number of threads and under one memory model.
package struct StrategyCheck: Sendable {
  package let entry: CatalogEntry
  package let scenario: Scenario
  package let threads: Int
  package let model: MemoryModel
  /// The source code in which the lines of a counterexample are looked up.
  let sources: SourceLibrary

  /// More threads have too many executions to explore, and the model has its own limit of threads.
  package static let maxThreads = 5

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

  /// The result of an exploration.
  package struct Result: Sendable {
    package let found: Set<Defect>
    /// The number of complete executions visited.
    package let executions: UInt64
    /// Whether all executions were visited.
    package let isComplete: Bool
    package let isLimited: Bool
    /// For each finding, the schedule of the execution that is easiest to follow.
    package let schedules: [Defect: Schedule]
  }

  /// Explores the executions until all were visited, or until what is declared was found and nothing new was for long.
  ///
  /// - Returns: `nil` if the strategy exists only natively.
  package func run(limits: CheckLimits = CheckLimits()) throws(ExplorationError) -> Result? { try explore(limits) }

  /// The number of runs that look for other findings and shorter witnesses after what is declared was found.
  private static let patience: UInt64 = 2_000

  /// - Parameter patience: Returns the number of runs without anything new after which a search that has found these
  ///   defects ends, or `nil` to leave that to the declaration.
  /// - Returns: `nil` if the strategy exists only natively.
  func explore(
    _ limits: CheckLimits, _ orderings: OrderingExperiment = .none,
    patience: @escaping (Set<Defect>) -> UInt64? = { _ in nil }
  ) throws(ExplorationError) -> Result? {
    guard let strategy = entry.native?.rebind(to: ModelBackend.self) else { return nil }
    let trial = StrategyTrial.make(strategy, scenario, callers: threads, orderings: orderings)
    let (demanded, promise) = (demanded, scenario.promise)
    let alternatives = expectation.alternativeFindings(threads: threads)
    let findings = TrialFindings(
      trial, TrialAnalysis(scenario, entry.traits, declared: expectation), limits: limits,
      patience: { found in
        if let given = patience(found) { return given }
        let isConclusive =
          demanded.isSubset(of: found) && (alternatives.isEmpty || !alternatives.isDisjoint(with: found))
          && found.contains(where: promise.isBroken)
        return isConclusive ? Self.patience : nil
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
    // The schedule was just recorded from the same program, so its replay cannot fail.
    return try? builder.build(finding, schedule)
  }

  package var expectation: Expectation { entry.info.expectation(in: scenario) ?? .sound }
}

extension StrategyCheck {
  /// Returns a message about an error that keeps the check from exploring the strategy, and what it expects instead.
  package func failure(_ error: ExplorationError) -> (problem: String, expected: String) {
    (
      "\(CheckRow(self).words) cannot be explored\(error.place.map { ", \($0)" } ?? ""): \(error)",
      "a strategy that is deterministic and terminates"
    )
  }
}

extension CatalogEntry {
  /// Whether the strategy has source code that can run in the model; the Swift runtime has none.
  package var isModeled: Bool { native?.rebind(to: ModelBackend.self) != nil }
}

extension ExplorationError {
  /// The source line of the operation that a thread did not repeat, such as `Weak.swift:31`; `nil` for any other error.
  fileprivate var place: String? {
    guard case .notDeterministic(_, _, let expected, _) = self else { return nil }
    return SourceLine(word: expected.sourceLine).place
  }
}

extension StrategyCheck {
  /// The findings that the catalog requires this check to show.
  package var demanded: Set<Defect> {
    expectation.demandedFindings(threads: threads, accessorThreads: scenario.accessorThreads(of: threads), model: model)
  }

  /// Returns how the result compares with the catalog's declaration, or `nil` if a limit left that undecided.
  package func grade(_ result: Result) -> Grade? {
    let alternatives = expectation.alternativeFindings(threads: threads)
    let (found, demanded) = (result.found, demanded)
    if !found.isSubset(of: expectation.allowedFindings(threads: threads, model: model)) { return .failed }
    let isShown = demanded.isSubset(of: found) && (alternatives.isEmpty || !alternatives.isDisjoint(with: found))
    if !isShown { return result.isComplete ? .notReproduced : nil }
    if found.contains(where: scenario.promise.isBroken) || !demanded.isEmpty { return .reproduced }
    return result.isComplete ? .passed : nil
  }
}
