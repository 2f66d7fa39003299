package import Core
package import MemoryModels
package import ModelChecker

extension StrategyCheck {
  /// Returns whether some execution shows the finding, or `nil` if a limit left that undecided. The search ends with
  /// the first execution that shows it.
  ///
  /// As in every check, a search that has shown what is declared gives up when it finds nothing new. An exhaustive
  /// search takes ten times as long, and had the same result for each row of the catalog with two and three threads.
  package func shows(_ finding: Defect, limits: CheckLimits) throws(ExplorationError) -> Bool? {
    guard let result = try explore(limits, until: { $0.contains(finding) }) else { return false }
    return result.found.contains(finding) ? true : result.isLimited ? nil : false
  }

  /// Returns the strongest model that shows a finding of this check, or `nil` if a limit left that undecided. It
  /// determines on which machines the finding can be observed.
  package func strongestModel(
    showing finding: Defect, limits: CheckLimits
  ) throws(ExplorationError) -> MemoryModel? {
    for stronger in MemoryModel.strongestFirst.prefix(while: { $0 != model }) {
      guard let shows = try under(stronger).shows(finding, limits: limits) else { return nil }
      if shows { return stronger }
    }
    return model
  }
}
