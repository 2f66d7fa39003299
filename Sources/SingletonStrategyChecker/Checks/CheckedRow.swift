package import SingletonCore
import SingletonMemoryModels
package import SingletonModelChecker

extension ModelCheck {
  /// Runs the check, compares it with the declaration, and finds a counterexample.
  ///
  /// - Parameter draws: Whether the row gets the counterexample.
  package func row(limits: CheckLimits = CheckLimits(), draws: Bool = true) throws(ExplorationError) -> CheckRow {
    var row = CheckRow(self)
    let result: Result?
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
    row.verdict = finding != nil ? .refuted : result.isComplete ? .proved : .limit
    guard draws else { return row }
    row.counterexample = finding.flatMap { finding in
      origins[finding].map { counterexample(finding, from: $0) } ?? counterexample(finding, in: result)
    }
    return row
  }

  /// Returns the finding to draw, among those that break the promise: the one that the strongest model shows, so that
  /// the drawing is as simple as it can be.
  ///
  /// A finding that is not declared precedes the others. A data race follows them, because no caller can observe it.
  private func mainFinding(of result: Result, _ origins: [Defect: Origin]) -> Defect? {
    let breaches = result.found.inOrderOfInterest.filter(scenario.promise.isBroken)
    let undeclared = breaches.filter { !expectation.allowedFindings(threads: threads, model: model).contains($0) }
    let candidates = undeclared.isEmpty ? breaches : undeclared
    let observable = candidates.filter { $0 != .race }
    return MemoryModel.strongestFirst.lazy.compactMap { model in
      observable.first { origins[$0]?.model == model }
    }.first ?? observable.first ?? candidates.first
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
