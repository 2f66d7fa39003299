package import Core
package import MemoryModels
package import ModelChecker

extension StrategyCheck {
  /// Returns whether some execution shows the finding, or `nil` if a limit left it open. The search ends with the first
  /// execution that does.
  ///
  /// Once it has shown what is declared, a search that finds nothing new gives up, as every check does: to go on to the
  /// end takes ten times as long, and came to the same for each row of the catalog with two and three threads.
  package func shows(_ finding: Defect, limits: CheckLimits) throws(ExplorationError) -> Bool? {
    guard let result = try explore(limits, until: { $0.contains(finding) }) else { return false }
    return result.found.contains(finding) ? true : result.isLimited ? nil : false
  }

  /// Returns the strongest model that shows what this check has found, or `nil` if a limit left it open. It says on which
  /// machines the finding can be seen.
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
