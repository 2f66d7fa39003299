package import Outcomes
package import Strategies

/// Checks one strategy in one scenario with so many threads, under one memory model.
package struct StrategyCheck: Sendable {
  package let entry: CatalogEntry
  package let scenario: Scenario
  package let threads: Int
  package let model: ModelName

  package init(_ entry: CatalogEntry, _ scenario: Scenario, threads: Int, model: ModelName = .rc11) {
    self.entry = entry
    self.scenario = scenario
    self.threads = threads
    self.model = model
  }

  /// What an exploration found.
  package struct Result: Sendable {
    package let found: Set<CheckFinding>
    /// Complete executions that were visited.
    package let executions: UInt64
    /// All there are were visited.
    package let isComplete: Bool
    package let isLimited: Bool
    /// Of each finding the story that is easiest to follow.
    package let schedules: [CheckFinding: Schedule]
  }

  /// nil where the strategy exists only natively.
  package func run(limits: CheckLimits = CheckLimits(), weakening: Weakening? = nil) throws(ExplorationError) -> Result?
  {
    guard let strategy = entry.native?.rebound(to: ModelWorld.self) else { return nil }
    return try explore(strategy, limits, weakening).result
  }

  /// Every way to take one ordering that the strategy spells down a notch.
  package func weakenings() throws(ExplorationError) -> [Weakening] {
    guard let strategy = entry.native?.rebound(to: ModelWorld.self) else { return [] }
    let orderings = try explore(strategy, CheckLimits(), nil).orderings
    return orderings.sorted { ($0.site, $0.role.rawValue) < ($1.site, $1.role.rawValue) }.flatMap { ordering in
      ordering.order.weaker(ordering.role).map {
        Weakening(site: ordering.site, role: ordering.role, from: ordering.order, to: $0)
      }
    }
  }

  /// - Parameter finding: one that is enough; nil = all that is declared, and what is there besides.
  func explore(
    _ strategy: any Strategy<ModelWorld>.Type, _ limits: CheckLimits, _ weakening: Weakening? = nil,
    until finding: CheckFinding? = nil
  ) throws(ExplorationError) -> (result: Result, orderings: Set<TrialState.Ordering>) {
    let trial = StrategyTrial.make(strategy, scenario, callers: threads, weakening: weakening)
    let demanded = demanded
    let alternatives = expectation.alternativeFindings(threads: threads)
    let findings = TrialFindings(
      trial, TrialAnalysis(scenario, entry.traits, declared: expectation), limits: limits,
      isEnough: { found in finding.map { found.contains($0) } ?? false },
      isSettled: { found in
        demanded.isSubset(of: found) && (alternatives.isEmpty || !alternatives.isDisjoint(with: found))
          && found.contains(where: \.breaksPromise)
      })
    let isComplete = try Explorer(trial.program, under: MemoryModel(model), visitor: findings).run()
    let result = Result(
      found: findings.found, executions: findings.executions, isComplete: isComplete,
      isLimited: findings.stop == .limit, schedules: findings.stories.mapValues(\.schedule))
    return (result, trial.state.orderings)
  }

  /// The story of a finding, told step by step.
  package func counterexample(_ finding: CheckFinding, in result: Result) -> Counterexample? {
    guard let schedule = result.schedules[finding] else { return nil }
    let narrator = Narrator(entry: entry, scenario: scenario, threads: threads, model: model)
    // What was found a moment ago goes the same way again.
    return try? narrator.tell(finding, schedule)
  }

  package var expectation: Expectation { entry.card.expectation(in: scenario) ?? .sound }
}

extension StrategyCheck {
  /// What the catalogue says that this check must find.
  package var demanded: Set<CheckFinding> {
    expectation.demandedFindings(threads: threads, askers: scenario.askers(of: threads), model: model)
  }

  /// How what was found stands against what is declared; nil where a limit left it open.
  package func grade(_ result: Result) -> Grade? {
    let alternatives = expectation.alternativeFindings(threads: threads)
    let (found, demanded) = (result.found, demanded)
    if !found.isSubset(of: expectation.allowedFindings(threads: threads, model: model)) { return .broken }
    let isShown = demanded.isSubset(of: found) && (alternatives.isEmpty || !alternatives.isDisjoint(with: found))
    if !isShown { return result.isComplete ? .notShown : nil }
    if found.contains(where: \.breaksPromise) || !demanded.isEmpty { return .shown }
    return result.isComplete ? .held : nil
  }

  /// The breach that is worth telling: a surprise first, then what is declared, then whatever else breaks the promise.
  package func mainFinding(in result: Result) -> CheckFinding? {
    let breaches = result.found.inOrderOfInterest.filter(\.breaksPromise)
    let allowed = expectation.allowedFindings(threads: threads, model: model)
    return breaches.first { !allowed.contains($0) } ?? breaches.first(where: demanded.contains) ?? breaches.first
  }
}

extension MemoryModel {
  package init(_ name: ModelName) {
    switch name {
    case .rc11: self = .rc11
    case .tso: self = .tso
    case .sc: self = .sc
    }
  }
}
