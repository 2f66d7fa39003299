package import SingletonCore
package import SingletonModelChecker
import SingletonStrategyKit

/// A visitor that keeps, for each kind of finding in a trial, the witness that is easiest to follow.
final class TrialFindings: ExplorationVisitor {
  private let trial: Trial
  private let analysis: TrialAnalysis
  private let limits: CheckLimits
  /// Returns the number of runs without a new finding or a shorter witness after which a search that has found these
  /// defects ends, or `nil` if it does not end early.
  private let mostIdleRuns: (Set<Defect>) -> UInt64?
  /// The value of ``mostIdleRuns`` for the defects found so far.
  private var idleRunsAllowed: UInt64?

  var result = ExplorationResult()
  /// The cost of the schedule of each finding, and how often the finding was seen.
  private var best: [Defect: (cost: WitnessCost, timesSeen: Int)] = [:]
  /// The number of executions, including blocked and symmetric ones.
  private var runs: UInt64 = 0
  private var lastImprovement: UInt64 = 0

  /// The number of sightings of a finding for which a witness is always computed. After that, a witness is computed only
  /// if it has fewer steps than the one that is kept.
  private static let maxWitnesses = 24

  init(
    _ trial: Trial, _ analysis: TrialAnalysis, limits: CheckLimits, mostIdleRuns: @escaping (Set<Defect>) -> UInt64?
  ) {
    self.trial = trial
    self.analysis = analysis
    self.limits = limits
    self.mostIdleRuns = mostIdleRuns
  }

  func startedOver() { result.executions = 0 }

  func found(_ finding: Finding, in graph: ExecutionGraph) -> Bool {
    // A race with the end of an instance is a use after its end.
    let isWithEnd = finding.events.contains { graph[$0].operation.kind == .free }
    consider(isWithEnd ? .usedAfterDestroy : .race, finding.events, in: graph)
    return true
  }

  func ended(_ ending: Ending, in graph: ExecutionGraph) -> Bool {
    runs += 1
    switch ending {
    case .complete:
      result.executions += 1
      analysis.forEachFinding(of: trial, in: graph) { consider($0, $1, in: graph) }
    case .stuck: consider(.hang, graph.blockedReads, in: graph)
    case .failed(let thread, _):
      let last = graph.count(of: thread) - 1
      consider(.trap, last < 0 ? [] : [EventID(thread: thread, index: last)], in: graph) {
        Witness(ofFailed: thread, in: graph)
      }
    case .discarded: break
    }
    result.isLimited = limits.isReached(runs: runs)
    return !result.isLimited && runs - lastImprovement < idleRunsAllowed ?? .max
  }

  private func consider(
    _ finding: Defect, _ events: [EventID], in graph: ExecutionGraph, _ makeWitness: (() -> Witness)? = nil
  ) {
    let known = best[finding]
    if let known {
      best[finding]!.timesSeen += 1
      guard known.timesSeen < Self.maxWitnesses || Witness.length(of: graph, about: events) < known.cost.steps
      else { return }
    }
    let witness = makeWitness?() ?? Witness(of: graph, about: events)
    if let known, witness.cost >= known.cost { return }
    lastImprovement = runs
    best[finding] = (witness.cost, (known?.timesSeen ?? 0) + 1)
    result.schedules[finding] = Schedule(of: witness, about: events, in: graph)
    if known == nil { idleRunsAllowed = mostIdleRuns(result.found) }
  }
}

package struct ExplorationResult: Sendable {
  /// For each finding, the schedule of the execution that is easiest to follow.
  package internal(set) var schedules: [Defect: Schedule] = [:]
  /// The number of complete executions visited.
  package internal(set) var executions: UInt64 = 0
  /// Whether all executions were visited.
  package internal(set) var isComplete = false
  /// Whether a limit has ended the exploration.
  package internal(set) var isLimited = false
  /// Whether a thread has waited with a time limit.
  package internal(set) var hasTimedWaits = false

  package var found: Set<Defect> { Set(schedules.keys) }
}
