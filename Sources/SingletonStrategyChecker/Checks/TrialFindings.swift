import SingletonCore
import SingletonModelChecker
import SingletonStatistics
import SingletonStrategyKit

/// A visitor that collects the findings of a trial. For each kind of finding, it keeps the witness that is easiest to
/// follow.
final class TrialFindings: ExplorationVisitor {
  private let trial: Trial
  private let analysis: TrialAnalysis
  private var witnesses: WitnessCollection
  /// Estimates the number of executions with a number of probes.
  private let estimate: (_ probes: Int) -> MeanEstimate?
  /// The number of runs after which there is a new estimate: when a search turns out to be long, and each time it is ten
  /// times as long.
  private var runsUntilEstimate: UInt64 = 20_000
  /// The runs for each probe, so that estimates take less than a tenth of the time of a search.
  private static let runsPerProbe: UInt64 = 40
  private static let leastProbes = 500
  /// Whether the search is under a presumption, so that it is of use only if it has no findings.
  private let isPresuming: Bool
  private(set) var hasFindings = false

  var result: ExplorationResult {
    get { witnesses.result }
    set { witnesses.result = newValue }
  }

  init(
    _ trial: Trial, _ analysis: TrialAnalysis, limits: CheckLimits, isPresuming: Bool = false,
    mostIdleRuns: @escaping (Set<Defect>) -> UInt64?,
    estimate: @escaping (_ probes: Int) -> MeanEstimate?
  ) {
    self.estimate = estimate
    self.isPresuming = isPresuming
    self.trial = trial
    self.analysis = analysis
    witnesses = WitnessCollection(limits: limits, mostIdleRuns: mostIdleRuns)
  }

  func startedOver() { witnesses.startOver() }

  func found(_ finding: Finding, in graph: ExecutionGraph) -> Bool {
    hasFindings = true
    if isPresuming { return false }
    // A race with the end of an instance counts as a use after its end.
    let isWithEnd = finding.events.contains { graph[$0].operation.kind == .free }
    witnesses.consider(isWithEnd ? .usedAfterDestroy : .race, finding.events, in: graph)
    return true
  }

  func ended(_ ending: Ending, in graph: ExecutionGraph) -> Bool {
    if ending == .complete {
      analysis.forEachFinding(of: trial, in: graph) {
        hasFindings = true
        if !isPresuming { witnesses.consider($0, $1, in: graph) }
      }
    } else if ending != .discarded {
      hasFindings = true
    }
    if isPresuming && hasFindings { return false }
    let goesOn = witnesses.end(ending, in: graph)
    if witnesses.runs == runsUntilEstimate || result.isLimited && result.size == nil {
      runsUntilEstimate *= 10
      let size = estimate(max(Self.leastProbes, Int(witnesses.runs / Self.runsPerProbe)))
      // Probes may meet no complete execution.
      if let size, size.mean > 0 {
        result.size = size
        witnesses.limits.estimated(size)
      }
    }
    return goesOn
  }
}
