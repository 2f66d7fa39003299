package import Outcomes
import Strategies

extension StrategyCheck {
  /// Whether some execution shows the finding; the search ends with the first that does. nil where a limit left it open.
  ///
  /// Once it has shown what is declared, a search that finds nothing new gives up, as every check does: to go on to the
  /// end takes ten times as long, and came to the same for each row of the catalogue with two and three threads.
  package func shows(_ finding: CheckFinding, limits: CheckLimits) throws(ExplorationError) -> Bool? {
    guard let strategy = entry.native?.rebound(to: ModelWorld.self) else { return false }
    let result = try explore(strategy, limits, until: finding).result
    return result.found.contains(finding) ? true : result.isLimited ? nil : false
  }

  /// The strongest model that shows what this check has found: it says on which machines it can be seen. nil where a limit
  /// left it open.
  package func strongestModel(
    showing finding: CheckFinding, limits: CheckLimits
  ) throws(ExplorationError) -> ModelName? {
    for stronger in ModelName.strongestFirst.prefix(while: { $0 != model }) {
      let check = StrategyCheck(entry, scenario, threads: threads, model: stronger)
      guard let shows = try check.shows(finding, limits: limits) else { return nil }
      if shows { return stronger }
    }
    return model
  }
}
