package import SingletonCore
package import SingletonMemoryModels
package import SingletonModelChecker
package import SingletonStrategyKit

/// A check of one way of handing out an instance, with a number of threads and under one memory model.
package protocol ModelCheck: Sendable {
  var scenario: Scenario { get }
  var threads: Int { get }
  var model: MemoryModel { get set }
  /// The name that rows and replay codes use.
  var name: String { get }
  var traits: Traits { get }
  var expectation: Expectation { get }
  /// Whether a second instance that is built breaks the promise, although it is not handed out.
  var buildsOnce: Bool { get }
  /// The source code in which the lines of a counterexample are looked up.
  var sources: SourceLibrary { get }

  /// Whether executions that are equal up to swapping interchangeable threads count as one.
  var reducesSymmetry: Bool { get }
  /// Whether the program is compiled code, whose dependencies are not known. Then `arm` is not asked, because it would show
  /// what processors do not.
  var isCompiledCode: Bool { get }

  /// Whether a search first presumes that reference counts have enough left, see ``CountPresumption``.
  var presumesCounts: Bool { get }

  /// Explores executions until all have been visited, or until nothing new has been found for a long time.
  ///
  /// - Parameter mostIdleRuns: Returns the number of runs without anything new after which a search with these defects
  ///   ends, or `nil` if it does not end early.
  /// - Returns: `nil` if there is no program to explore.
  func explore(
    limits: CheckLimits, _ orderings: OrderingExperiment, mostIdleRuns: @escaping (Set<Defect>) -> UInt64?
  ) throws(ExplorationError) -> ExplorationResult?

  /// Runs one execution again, and draws it.
  ///
  /// - Returns: `nil` if there is no program to replay.
  /// - Throws: An error if the program cannot follow the schedule.
  func draw(_ finding: Defect, _ schedule: Schedule) throws(ReplayError) -> Counterexample?

  /// Returns whether a data race, if there is one, shows the cause of a finding, which itself is drawn with a consequence alone.
  func isConsequenceOfRace(_ finding: Defect) -> Bool

  /// When a wait with a time limit may time out.
  var timeouts: Timeouts { get }

  /// Returns the program to explore, or `nil` if there is none.
  func trial(_ orderings: OrderingExperiment) -> Trial?
}

extension ModelCheck {
  package var reducesSymmetry: Bool { true }
  package var presumesCounts: Bool { false }
  package var isCompiledCode: Bool { false }
  package var buildsOnce: Bool { false }
  package var timeouts: Timeouts { .whenStuck }
  package func isConsequenceOfRace(_ finding: Defect) -> Bool { false }

  package func isBroken(by defect: Defect) -> Bool {
    scenario.promise.isBroken(by: defect) || buildsOnce && defect == .inits
  }

  package func under(_ model: MemoryModel) -> Self {
    var check = self
    check.model = model
    return check
  }

  /// The number of runs without anything new after which a search ends, once it has found the declared defects. In
  /// these runs, it may find further defects and shorter witnesses.
  private static var idleRunsOnceDecided: UInt64 { 2_000 }

  /// Explores executions until all have been visited, or until the declared defects have been found and then nothing
  /// new for a long time.
  ///
  /// - Parameter mostIdleRuns: Returns the number of runs without anything new after which a search with these defects
  ///   ends, or `nil` to let the declaration decide.
  /// - Returns: `nil` if there is no program to explore.
  package func run(
    limits: CheckLimits = CheckLimits(), _ orderings: OrderingExperiment = .none,
    mostIdleRuns: @escaping (Set<Defect>) -> UInt64? = { _ in nil }
  ) throws(ExplorationError) -> ExplorationResult? {
    try explore(limits: limits, orderings) { found in
      let isDecided = showsDeclared(found) && found.contains(where: isBroken)
      return mostIdleRuns(found) ?? (isDecided ? Self.idleRunsOnceDecided : nil)
    }
  }

  package func explore(
    limits: CheckLimits, _ orderings: OrderingExperiment, mostIdleRuns: @escaping (Set<Defect>) -> UInt64?
  ) throws(ExplorationError) -> ExplorationResult? {
    // Where a defect is declared, a search does not get far under the presumption.
    if presumesCounts && demanded.isEmpty,
      let result = try? search(limits: limits, orderings, isPresuming: true, mostIdleRuns: mostIdleRuns)
    {
      return result
    }
    return try search(limits: limits, orderings, isPresuming: false, mostIdleRuns: mostIdleRuns)
  }

  /// - Returns: `nil` if there is no program to explore, or if a presumption does not hold or leaves findings, which may
  ///   not be those of the program.
  private func search(
    limits: CheckLimits, _ orderings: OrderingExperiment, isPresuming: Bool,
    mostIdleRuns: @escaping (Set<Defect>) -> UInt64?
  ) throws(ExplorationError) -> ExplorationResult? {
    guard let trial = trial(orderings) else { return nil }
    let analysis = TrialAnalysis(scenario, traits, declared: expectation)
    let findings = TrialFindings(trial, analysis, limits: limits, isPresuming: isPresuming, mostIdleRuns: mostIdleRuns)
    let explorer = try Explorer(
      trial.program, under: model, reducesSymmetry: reducesSymmetry, presumesCounts: isPresuming, visitor: findings)
    findings.result.isComplete = try explorer.run()
    findings.result.hasTimedWaits = trial.state.hasTimedWaits
    return explorer.presumption?.hasFailed == true || isPresuming && findings.hasFindings ? nil : findings.result
  }

  /// Returns the counterexample for a finding, step by step.
  package func counterexample(_ finding: Defect, in result: ExplorationResult) -> Counterexample? {
    // The schedule has just been recorded from the same program, so the replay cannot fail.
    result.schedules[finding].flatMap { try? counterexample(finding, $0) }
  }

  /// Returns the counterexample that a schedule leads to, step by step.
  ///
  /// - Returns: `nil` if there is no program to replay.
  /// - Throws: An error if the program cannot follow the schedule.
  package func counterexample(_ finding: Defect, _ schedule: Schedule) throws(ReplayError) -> Counterexample? {
    guard var example = try draw(finding, schedule) else { return nil }
    example.code = ReplayCode(self, finding, schedule).text
    example.isOfCompiledCode = isCompiledCode
    return example
  }

  package func draw(_ finding: Defect, _ schedule: Schedule) throws(ReplayError) -> Counterexample? {
    try trial(.none)?.counterexample(finding, schedule, sources)
  }

  /// The findings that the declaration requires this check to show.
  package var demanded: Set<Defect> {
    expectation.demandedFindings(threads: threads, accessorThreads: scenario.accessorThreads(of: threads), model: model)
  }

  /// Returns whether these findings include everything that the declaration requires.
  private func showsDeclared(_ found: Set<Defect>) -> Bool {
    let alternatives = expectation.alternativeFindings(threads: threads)
    return demanded.isSubset(of: found) && (alternatives.isEmpty || !alternatives.isDisjoint(with: found))
  }

  /// Returns the grade of the result, given the declaration, or `nil` if a limit left the answer open.
  package func grade(_ result: ExplorationResult) -> Grade? {
    let found = result.found
    if !found.isSubset(of: expectation.allowedFindings(threads: threads, model: model)) { return .failed }
    if !showsDeclared(found) { return result.isComplete ? .notReproduced : nil }
    if found.contains(where: isBroken) || !demanded.isEmpty { return .reproduced }
    return result.isComplete ? .passed : nil
  }
}

// MARK: - The row of a check

extension ModelCheck {
  /// Runs the check, compares the result with the declaration, and finds a counterexample.
  ///
  /// - Parameter draws: Whether the row includes the counterexample.
  package func row(limits: CheckLimits = CheckLimits(), draws: Bool = true) throws(ExplorationError) -> CheckRow {
    var row = CheckRow(self)
    let result: ExplorationResult?
    do { result = try run(limits: limits) } catch {
      // The program can have more threads than there are callers, because each phase needs its own.
      guard case .tooManyThreads = error else { throw error }
      row.verdict = .tooManyThreads
      return row
    }
    guard let result else { return row }
    let origins = try origins(of: result, limits: limits)
    row.found = result.found
    row.hasTimedWaits = result.hasTimedWaits
    row.strongestModels = origins.mapValues { $0.model }
    row.executions = result.executions
    row.grade = grade(result)
    let finding = mainFinding(of: result, origins)
    row.verdict = finding != nil ? .refuted : result.isComplete ? .proved : .undecided
    guard draws, let finding else { return row }
    let origin = origins[finding]
    row.counterexample = under(origin?.model ?? model).counterexample(finding, in: origin?.result ?? result)
    row.counterexample?.strongestModel = origin?.model
    return row
  }

  /// Returns the finding to draw, or `nil` if no finding breaks the promise. It is the one that the strongest model
  /// shows, so that the drawing is as simple as possible.
  ///
  /// Undeclared findings precede declared ones. A data race comes last, because no caller can observe it, but before its own
  /// consequences.
  private func mainFinding(of result: ExplorationResult, _ origins: [Defect: FindingOrigin]) -> Defect? {
    let breaches = result.found.inOrderOfInterest.filter(isBroken)
    let undeclared = breaches.filter { !expectation.allowedFindings(threads: threads, model: model).contains($0) }
    let candidates = undeclared.isEmpty ? breaches : undeclared
    let hasRace = candidates.contains(.race)
    let observable = candidates.filter { $0 != .race && !(hasRace && isConsequenceOfRace($0)) }
    return MemoryModel.strongestFirst.lazy.compactMap { model in
      observable.first { origins[$0]?.model == model }
    }.first ?? observable.first ?? (hasRace ? .race : candidates.first)
  }
}

// MARK: - The strongest model of a finding

/// The strongest model that shows a finding, and the result of the check under that model.
private typealias FindingOrigin = (model: MemoryModel, result: ExplorationResult)

extension ModelCheck {
  /// The number of runs that look for shorter witnesses after a stronger model has shown all findings.
  private static var idleRunsForWitnesses: UInt64 { 200 }

  /// Returns, for each finding of a result of this check, the strongest model that shows it. That model determines the
  /// machines on which the finding can be observed. A finding is missing if a limit ended the search for its model.
  ///
  /// Once a search has shown the declared defects, it stops if it finds nothing new for a while. An exhaustive search
  /// takes ten times as long, and it had the same result for each row of the catalog with two and three threads.
  private func origins(
    of result: ExplorationResult, limits: CheckLimits
  ) throws(ExplorationError) -> [Defect: FindingOrigin] {
    var (origins, open) = try strongerOrigins(of: result.found, mostIdleRuns: Self.idleRunsForWitnesses, limits)
    for finding in open { origins[finding] = (model, result) }
    return origins
  }

  /// Returns the strongest model that shows a finding of this check, or `nil` if a limit ended the search for the
  /// model.
  package func strongestModel(
    showing finding: Defect, limits: CheckLimits
  ) throws(ExplorationError) -> MemoryModel? {
    let (origins, open) = try strongerOrigins(of: [finding], mostIdleRuns: 0, limits)
    return origins[finding]?.model ?? (open.isEmpty ? nil : model)
  }

  /// Returns the origins of the findings that a stronger model shows, and the findings that no stronger model shows. A
  /// finding is in neither if a limit ended the search for its model.
  private func strongerOrigins(
    of findings: Set<Defect>, mostIdleRuns: UInt64, _ limits: CheckLimits
  ) throws(ExplorationError) -> (origins: [Defect: FindingOrigin], open: Set<Defect>) {
    var origins: [Defect: FindingOrigin] = [:]
    var open = findings
    let models = MemoryModel.strongestFirst.filter { !(isCompiledCode && $0 == .arm) }
    for stronger in models.prefix(while: { $0 != model }) where !open.isEmpty {
      let wanted = open
      let shown = try under(stronger).run(limits: limits) { wanted.isSubset(of: $0) ? mostIdleRuns : nil }
      guard let shown else { return (origins, []) }
      for finding in wanted.intersection(shown.found) {
        origins[finding] = (stronger, shown)
      }
      open.subtract(shown.found)
      if shown.isLimited { return (origins, []) }
    }
    return (origins, open)
  }
}

extension CheckRow {
  /// Creates the row of a check that has yet to run.
  package init(_ check: some ModelCheck) {
    self.init(
      strategy: check.name, scenario: check.scenario, threads: check.threads, model: check.model,
      expected: check.expectation)
    buildsOnce = check.buildsOnce
    timeouts = check.timeouts
  }
}

extension ExplorationError {
  /// The source line of the operation that a thread did not repeat in a replay, such as `Weak.swift:31`; `nil` for any
  /// other error.
  package var place: String? {
    guard case .notDeterministic(_, _, let expected, _) = self else { return nil }
    return SourceLine(word: expected.sourceLine).place
  }
}
