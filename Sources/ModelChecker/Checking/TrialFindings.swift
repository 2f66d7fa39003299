import Outcomes
import Strategies

/// Listens to the exploration of a trial, and keeps of each kind of finding the story that is easiest to follow.
final class TrialFindings: ExplorationVisitor {
  private let trial: StrategyTrial
  private let analysis: TrialAnalysis
  private let limits: CheckLimits
  /// Everything that is demanded has been seen, and it is a breach: another few thousand runs may make the story shorter.
  private let isSettled: (Set<CheckFinding>) -> Bool
  /// Nothing more is wanted.
  private let isEnough: (Set<CheckFinding>) -> Bool

  private(set) var stories: [CheckFinding: Story] = [:]
  private(set) var executions: UInt64 = 0
  private var runs: UInt64 = 0
  private var lastImprovement: UInt64 = 0
  private(set) var stop = Stop.none

  enum Stop { case none, settled, limit }

  struct Story {
    let witness: Witness
    let schedule: Schedule
    var timesSeen = 1
  }

  /// So many stories of one kind are worked out; after that only shorter ones.
  private static let mostStories = 24
  /// So many runs without anything new, and what is found is found.
  private static let patience: UInt64 = 2_000

  init(
    _ trial: StrategyTrial, _ analysis: TrialAnalysis, limits: CheckLimits,
    isEnough: @escaping (Set<CheckFinding>) -> Bool, isSettled: @escaping (Set<CheckFinding>) -> Bool
  ) {
    self.trial = trial
    self.analysis = analysis
    self.limits = limits
    self.isSettled = isSettled
    self.isEnough = isEnough
  }

  var found: Set<CheckFinding> { Set(stories.keys) }

  func found(_ finding: Finding, in graph: ExecutionGraph) -> Bool {
    switch finding {
    case .race(let a, let b):
      let isWithEnd = [a, b].contains { graph[$0].operation.kind == .free }
      consider(isWithEnd ? .observed(.usedAfterDestroy) : .race, [a, b], in: graph)
    case .useAfterFree(let free, let access): consider(.observed(.usedAfterDestroy), [free, access], in: graph)
    }
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
    if limits.isReached(executions: executions) {
      stop = .limit
    } else if isEnough(found) || (runs - lastImprovement > Self.patience && isSettled(found)) {
      stop = .settled
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
    _ finding: CheckFinding, _ events: [EventID], in graph: ExecutionGraph, _ tell: (() -> Witness)? = nil
  ) {
    guard let best = stories[finding] else {
      lastImprovement = runs
      let witness = tell?() ?? Witness(of: graph, about: events)
      stories[finding] = Story(witness: witness, schedule: Schedule(of: witness, about: events, in: graph))
      return
    }
    stories[finding]!.timesSeen += 1
    guard best.timesSeen < Self.mostStories || Witness.length(of: graph, about: events) < best.witness.steps.count
    else { return }
    let witness = tell?() ?? Witness(of: graph, about: events)
    guard witness.cost < best.witness.cost else { return }
    lastImprovement = runs
    stories[finding] = Story(
      witness: witness, schedule: Schedule(of: witness, about: events, in: graph), timesSeen: best.timesSeen + 1)
  }
}
