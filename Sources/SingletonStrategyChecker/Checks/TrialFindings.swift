import SingletonCore
import SingletonModelChecker
import SingletonStrategyKit

/// A visitor that collects the findings of a trial. For each kind of finding, it keeps the witness that is easiest to
/// follow.
final class TrialFindings: ExplorationVisitor {
  private let trial: Trial
  private let analysis: TrialAnalysis
  private var witnesses: WitnessCollection

  var result: ExplorationResult {
    get { witnesses.result }
    set { witnesses.result = newValue }
  }

  init(
    _ trial: Trial, _ analysis: TrialAnalysis, limits: CheckLimits, mostIdleRuns: @escaping (Set<Defect>) -> UInt64?
  ) {
    self.trial = trial
    self.analysis = analysis
    witnesses = WitnessCollection(limits: limits, mostIdleRuns: mostIdleRuns)
  }

  func startedOver() { witnesses.startOver() }

  func found(_ finding: Finding, in graph: ExecutionGraph) -> Bool {
    // A race with the end of an instance counts as a use after its end.
    let isWithEnd = finding.events.contains { graph[$0].operation.kind == .free }
    witnesses.consider(isWithEnd ? .usedAfterDestroy : .race, finding.events, in: graph)
    return true
  }

  func ended(_ ending: Ending, in graph: ExecutionGraph) -> Bool {
    if ending == .complete {
      analysis.forEachFinding(of: trial, in: graph) { witnesses.consider($0, $1, in: graph) }
    }
    return witnesses.end(ending, in: graph)
  }
}
