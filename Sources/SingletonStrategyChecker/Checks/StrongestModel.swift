package import SingletonCore
package import SingletonMemoryModels
package import SingletonModelChecker

/// The strongest model that shows a finding, and the result of the check under it.
package struct FindingOrigin: Sendable {
  package let model: MemoryModel
  let result: ExplorationResult
}

extension ModelCheck {
  package typealias Origin = FindingOrigin

  /// The number of runs that look for shorter witnesses after a stronger model has shown everything that was found.
  private static var patienceForWitnesses: UInt64 { 200 }

  /// Returns, for each finding of a result of this check, the strongest model that shows it. It determines on which
  /// machines the finding can be observed. A finding of which a limit left that undecided is missing.
  ///
  /// As in every check, a search that has shown what is declared gives up when it finds nothing new. An exhaustive
  /// search takes ten times as long, and had the same result for each row of the catalog with two and three threads.
  package func origins(of result: Result, limits: CheckLimits) throws(ExplorationError) -> [Defect: Origin] {
    var origins: [Defect: Origin] = [:]
    var open = result.found
    for stronger in MemoryModel.strongestFirst.prefix(while: { $0 != model }) where !open.isEmpty {
      let wanted = open
      let shown = try under(stronger).explore(limits) { wanted.isSubset(of: $0) ? Self.patienceForWitnesses : nil }
      guard let shown else { return origins }
      for finding in wanted.intersection(shown.found) { origins[finding] = Origin(model: stronger, result: shown) }
      open.subtract(shown.found)
      if shown.isLimited { return origins }
    }
    for finding in open { origins[finding] = Origin(model: model, result: result) }
    return origins
  }

  /// Returns the counterexample for a finding under the strongest model that shows it.
  package func counterexample(_ finding: Defect, from origin: Origin) -> Counterexample? {
    var example = under(origin.model).counterexample(finding, in: origin.result)
    example?.strongestModel = origin.model
    return example
  }

  /// Returns the strongest model that shows a finding of this check, or `nil` if a limit left that undecided.
  package func strongestModel(
    showing finding: Defect, limits: CheckLimits
  ) throws(ExplorationError) -> MemoryModel? {
    for stronger in MemoryModel.strongestFirst.prefix(while: { $0 != model }) {
      guard let result = try under(stronger).explore(limits, patience: { $0.contains(finding) ? 0 : nil }) else {
        return nil
      }
      if result.found.contains(finding) { return stronger }
      if result.isLimited { return nil }
    }
    return model
  }
}
