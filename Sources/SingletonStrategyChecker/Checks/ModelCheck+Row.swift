package import SingletonCore
package import SingletonMemoryModels
package import SingletonModelChecker

extension ModelCheck {
  /// Runs the check, compares it with the declaration, and finds a counterexample.
  ///
  /// - Parameter draws: Whether the row gets the counterexample.
  package func row(limits: CheckLimits = CheckLimits(), draws: Bool = true) throws(ExplorationError) -> CheckRow {
    var row = CheckRow(self)
    let result: ExplorationResult?
    do { result = try run(limits: limits) } catch {
      // The program has more threads than callers: one for each phase.
      guard case .tooManyThreads = error else { throw error }
      row.verdict = .tooManyThreads
      return row
    }
    guard let result else { return row }
    let origins = try origins(of: result, limits: limits)
    row.found = result.found
    row.hasTimedWaits = result.hasTimedWaits
    row.strongestModels = origins.mapValues(\.model)
    row.executions = result.executions
    row.grade = grade(result)
    let finding = mainFinding(of: result, origins)
    row.verdict = finding != nil ? .refuted : result.isComplete ? .proved : .undecided
    guard draws else { return row }
    row.counterexample = finding.flatMap { finding in
      origins[finding].map { counterexample(finding, from: $0) } ?? counterexample(finding, in: result)
    }
    return row
  }

  /// Returns the finding to draw: among those that break the promise, the one that the strongest model shows, so that the
  /// drawing is as simple as possible.
  ///
  /// Findings that are not declared precede declared ones. A data race comes last, because no caller can observe it.
  private func mainFinding(of result: ExplorationResult, _ origins: [Defect: FindingOrigin]) -> Defect? {
    let breaches = result.found.inOrderOfInterest.filter(scenario.promise.isBroken)
    let undeclared = breaches.filter { !expectation.allowedFindings(threads: threads, model: model).contains($0) }
    let candidates = undeclared.isEmpty ? breaches : undeclared
    let observable = candidates.filter { $0 != .race }
    return MemoryModel.strongestFirst.lazy.compactMap { model in
      observable.first { origins[$0]?.model == model }
    }.first ?? observable.first ?? candidates.first
  }
}

// MARK: - The strongest model of a finding

/// The strongest model that shows a finding, and the result of the check under it.
package struct FindingOrigin: Sendable {
  package let model: MemoryModel
  let result: ExplorationResult
}

extension ModelCheck {
  /// The number of runs that look for shorter witnesses after a stronger model has shown everything that was found.
  private static var idleRunsForWitnesses: UInt64 { 200 }

  /// Returns, for each finding of a result of this check, the strongest model that shows it. It determines on which
  /// machines the finding can be observed. Findings whose model a limit left open are missing.
  ///
  /// As in every check, a search that has shown what is declared gives up when it finds nothing new. An exhaustive
  /// search takes ten times as long, and had the same result for each row of the catalog with two and three threads.
  package func origins(
    of result: ExplorationResult, limits: CheckLimits
  ) throws(ExplorationError) -> [Defect: FindingOrigin] {
    var (origins, open) = try strongerOrigins(of: result.found, mostIdleRuns: Self.idleRunsForWitnesses, limits)
    for finding in open { origins[finding] = FindingOrigin(model: model, result: result) }
    return origins
  }

  /// Returns the strongest model that shows a finding of this check, or `nil` if a limit left it open.
  package func strongestModel(
    showing finding: Defect, limits: CheckLimits
  ) throws(ExplorationError) -> MemoryModel? {
    let (origins, open) = try strongerOrigins(of: [finding], mostIdleRuns: 0, limits)
    return origins[finding]?.model ?? (open.isEmpty ? nil : model)
  }

  /// Returns the origins of the findings that a stronger model shows, and the findings that no stronger model shows. Findings
  /// whose model a limit left open are in neither.
  private func strongerOrigins(
    of findings: Set<Defect>, mostIdleRuns: UInt64, _ limits: CheckLimits
  ) throws(ExplorationError) -> (origins: [Defect: FindingOrigin], open: Set<Defect>) {
    var origins: [Defect: FindingOrigin] = [:]
    var open = findings
    for stronger in MemoryModel.strongestFirst.prefix(while: { $0 != model }) where !open.isEmpty {
      let wanted = open
      let shown = try under(stronger).explore(limits) { wanted.isSubset(of: $0) ? mostIdleRuns : nil }
      guard let shown else { return (origins, []) }
      for finding in wanted.intersection(shown.found) {
        origins[finding] = FindingOrigin(model: stronger, result: shown)
      }
      open.subtract(shown.found)
      if shown.isLimited { return (origins, []) }
    }
    return (origins, open)
  }

  /// Returns the counterexample for a finding under the strongest model that shows it.
  package func counterexample(_ finding: Defect, from origin: FindingOrigin) -> Counterexample? {
    var example = under(origin.model).counterexample(finding, in: origin.result)
    example?.strongestModel = origin.model
    return example
  }
}

extension CheckRow {
  /// Creates the row of a check that has not run yet.
  package init(_ check: some ModelCheck) {
    self.init(
      strategy: check.name, scenario: check.scenario, threads: check.threads, model: check.model,
      expected: check.expectation)
  }
}
