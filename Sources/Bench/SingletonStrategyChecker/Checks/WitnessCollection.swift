package import SingletonCore
package import SingletonModelChecker

/// The findings of a search, each with the witness that is easiest to follow, and the search's limits.
package struct WitnessCollection {
  package let limits: CheckLimits
  /// Returns the number of runs without a new finding or a shorter witness after which a search with these defects
  /// ends, or `nil` if it does not end early.
  private let mostIdleRuns: (Set<Defect>) -> UInt64?
  /// The value of ``mostIdleRuns`` for the defects found so far.
  private var idleRunsAllowed: UInt64?

  package var result = ExplorationResult()
  /// The cost of the schedule of each finding, and how often the finding was seen.
  private var best: [Defect: (cost: WitnessCost, timesSeen: Int)] = [:]
  /// The number of executions, including blocked and symmetric ones.
  private(set) var runs: UInt64 = 0
  private var lastImprovement: UInt64 = 0

  /// How often a finding is seen before the search becomes selective: from then on, it computes a witness only if the
  /// new one has fewer steps than the kept one.
  private static let maxWitnesses = 24

  package init(limits: CheckLimits, mostIdleRuns: @escaping (Set<Defect>) -> UInt64?) {
    self.limits = limits
    self.mostIdleRuns = mostIdleRuns
  }

  /// Resets the number of visited executions, because all of them are visited again.
  package mutating func startOver() { result.executions = 0 }

  /// Counts a run, and records the finding that its ending shows.
  ///
  /// - Returns: Whether the search continues.
  package mutating func end(_ ending: Ending, in graph: ExecutionGraph) -> Bool {
    runs += 1
    switch ending {
    case .complete: result.executions += 1
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

  /// Keeps the witness of a finding if it is the easiest to follow so far.
  ///
  /// - Returns: Whether it was kept.
  @discardableResult
  package mutating func consider(
    _ finding: Defect, _ events: [EventID], in graph: ExecutionGraph, _ makeWitness: (() -> Witness)? = nil
  ) -> Bool {
    let known = best[finding]
    if let known {
      best[finding]!.timesSeen += 1
      guard known.timesSeen < Self.maxWitnesses || Witness.length(of: graph, about: events) < known.cost.steps
      else { return false }
    }
    let witness = makeWitness?() ?? Witness(of: graph, about: events)
    if let known, witness.cost >= known.cost { return false }
    lastImprovement = runs
    best[finding] = (witness.cost, (known?.timesSeen ?? 0) + 1)
    result.schedules[finding] = Schedule(of: witness, about: events, in: graph)
    if known == nil { idleRunsAllowed = mostIdleRuns(result.found) }
    return true
  }
}
