import SingletonCore
import SingletonModelChecker
import SingletonStrategyKit

/// A visitor that keeps, for each kind of finding in a trial, the witness that is easiest to follow.
final class TrialFindings: ExplorationVisitor {
  private let trial: Trial
  private let analysis: TrialAnalysis
  private let limits: CheckLimits
  /// Returns the number of runs without a new finding or a shorter witness after which a search that has found these
  /// defects ends, or `nil` if it does not.
  private let patience: (Set<Defect>) -> UInt64?
  /// The patience with what has been found so far.
  private var remainingPatience: UInt64?

  private var best: [Defect: Best] = [:]
  private(set) var executions: UInt64 = 0
  /// The executions, and the runs that turned out to be none, or to be one of those that symmetry has counted already.
  private var runs: UInt64 = 0
  private var lastImprovement: UInt64 = 0
  private(set) var stop = Stop.none

  enum Stop { case none, conclusive, limit }

  /// The witness that is easiest to follow so far.
  private struct Best {
    let witness: Witness
    let schedule: Schedule
    var timesSeen = 1
  }

  /// The number of sightings of one finding for which a witness is computed; after that, only shorter ones are.
  private static let maxWitnesses = 24

  init(
    _ trial: Trial, _ analysis: TrialAnalysis, limits: CheckLimits,
    patience: @escaping (Set<Defect>) -> UInt64?
  ) {
    self.trial = trial
    self.analysis = analysis
    self.limits = limits
    self.patience = patience
  }

  var found: Set<Defect> { Set(best.keys) }
  var schedules: [Defect: Schedule] { best.mapValues(\.schedule) }

  func startedOver() { executions = 0 }

  func found(_ finding: Finding, in graph: ExecutionGraph) -> Bool {
    // A race with the end of an instance is a use after that end.
    let isWithEnd = finding.events.contains { graph[$0].operation.kind == .free }
    consider(isWithEnd ? .usedAfterDestroy : .race, finding.events, in: graph)
    return true
  }

  func ended(_ ending: Ending, in graph: ExecutionGraph) -> Bool {
    runs += 1
    switch ending {
    case .complete:
      executions += 1
      analysis.forEachFinding(of: trial, in: graph) { consider($0, $1, in: graph) }
    case .stuck: consider(.hang, graph.blockedReads, in: graph)
    case .failed(let thread, _): considerFailure(of: thread, in: graph)
    case .discarded: break
    }
    return goesOn()
  }

  private func goesOn() -> Bool {
    if limits.isReached(runs: runs) {
      stop = .limit
    } else if let remainingPatience, runs - lastImprovement >= remainingPatience {
      stop = .conclusive
    }
    return stop == .none
  }

  private func considerFailure(of thread: Int, in graph: ExecutionGraph) {
    let last = graph.count(of: thread) - 1
    consider(.trap, last < 0 ? [] : [EventID(thread: thread, index: last)], in: graph) {
      Witness(ofFailed: thread, in: graph)
    }
  }

  private func consider(
    _ finding: Defect, _ events: [EventID], in graph: ExecutionGraph, _ tell: (() -> Witness)? = nil
  ) {
    guard let known = best[finding] else {
      lastImprovement = runs
      let witness = tell?() ?? Witness(of: graph, about: events)
      best[finding] = Best(witness: witness, schedule: Schedule(of: witness, about: events, in: graph))
      remainingPatience = patience(found)
      return
    }
    best[finding]!.timesSeen += 1
    guard known.timesSeen < Self.maxWitnesses || Witness.length(of: graph, about: events) < known.witness.steps.count
    else { return }
    let witness = tell?() ?? Witness(of: graph, about: events)
    guard witness.cost < known.witness.cost else { return }
    lastImprovement = runs
    best[finding] = Best(
      witness: witness, schedule: Schedule(of: witness, about: events, in: graph), timesSeen: known.timesSeen + 1)
  }
}
