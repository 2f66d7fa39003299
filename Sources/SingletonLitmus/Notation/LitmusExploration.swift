package import SingletonMemoryModels
package import SingletonModelChecker

/// The outcomes and executions of a litmus program under a memory model.
package struct LitmusTally: Equatable, Sendable {
  /// For each outcome, the number of executions that have it.
  package fileprivate(set) var outcomes: [[Int?]: Int] = [:]
  package fileprivate(set) var executions = 0
  package fileprivate(set) var stuckExecutions = 0
  /// The number of runs that ended because a thread was blocked by a read of a write that was not the latest.
  package fileprivate(set) var discardedRuns = 0
  package fileprivate(set) var hasRace = false
  /// Whether the exploration was exhaustive. If a limit ended it, there may be further outcomes and executions.
  package fileprivate(set) var isComplete = true

  package var isStuck: Bool { stuckExecutions > 0 }

  /// Explores a program, exhaustively or up to a limit.
  ///
  /// - Parameters:
  ///   - reducesSymmetry: Whether executions that are equal up to swapping threads with the same instructions count as
  ///     one. In that case, only one of their outcomes is seen.
  ///   - limit: The maximum number of runs to count, including those that end stuck or are discarded. The next run ends
  ///     the exploration and is not counted.
  ///   - isOver: Returns whether to end the exploration. It is called once every few thousand runs.
  package init(
    of program: LitmusProgram, under model: MemoryModel, reducesSymmetry: Bool = false, limit: Int = .max,
    isOver: @escaping () -> Bool = { false }
  ) throws(ExplorationError) {
    let visitor = LitmusVisitor(program, limit: limit, isOver, searchingFor: nil)
    let isComplete = try Explorer(program, under: model, reducesSymmetry: reducesSymmetry, visitor: visitor).run()
    self = visitor.tally
    self.isComplete = isComplete
  }

  fileprivate init() {}

  /// The number of outcomes that ends the exploration. A longer table would be unreadable, and all outcomes are kept in
  /// memory.
  package static let mostOutcomes = 100_000
}

/// A search for an execution of a litmus program with a certain outcome. Among several, it finds the one that is
/// easiest to follow.
package struct LitmusSearch: Sendable {
  /// The operations, in order, of the execution that was searched for, or `nil` if there is no such execution.
  package let steps: [PerformedOperation]?
  /// Whether all executions were visited.
  package let isComplete: Bool

  /// - Parameters:
  ///   - isWanted: Returns whether to search for this outcome.
  ///   - limit: The maximum number of runs to visit, as for ``LitmusTally``.
  ///   - isOver: Returns whether to end the search. It is called once every few thousand runs.
  package init(
    of program: LitmusProgram, under model: MemoryModel, limit: Int = .max, isOver: @escaping () -> Bool = { false },
    for isWanted: @escaping ([Int?]) -> Bool
  ) throws(ExplorationError) {
    let visitor = LitmusVisitor(program, limit: limit, isOver, searchingFor: isWanted)
    isComplete = try Explorer(program, under: model, reducesSymmetry: false, visitor: visitor).run()
    // The schedule has just been recorded from the same program, so the replay cannot fail.
    steps = visitor.best.flatMap { best in try? Replay(program, best.schedule).operations }
  }
}

/// A visitor that counts the runs of a program, or searches them for an outcome.
private final class LitmusVisitor: ExplorationVisitor {
  private(set) var tally = LitmusTally()
  private(set) var best: (cost: WitnessCost, schedule: Schedule)?
  private let program: LitmusProgram
  private let limit: Int
  private let isOver: () -> Bool
  /// Returns whether to search for this outcome; `nil` if all outcomes are counted.
  private let isWanted: (([Int?]) -> Bool)?
  private var runsLeft: Int
  /// The number of witnesses that may still be computed. They are expensive, so only the first executions with the
  /// outcome get one.
  private var witnessesLeft = 24

  init(
    _ program: LitmusProgram, limit: Int, _ isOver: @escaping () -> Bool, searchingFor isWanted: (([Int?]) -> Bool)?
  ) {
    self.program = program
    self.limit = limit
    self.isOver = isOver
    self.isWanted = isWanted
    runsLeft = limit
  }

  func startedOver() {
    tally = LitmusTally()
    runsLeft = limit
  }

  func found(_ finding: Finding, in graph: ExecutionGraph) -> Bool {
    if case .race = finding { tally.hasRace = true }
    return true
  }

  func ended(_ ending: Ending, in graph: ExecutionGraph) -> Bool {
    if runsLeft == 0 || tally.outcomes.count > LitmusTally.mostOutcomes { return false }
    if runsLeft.isMultiple(of: 4_096) && isOver() { return false }
    runsLeft -= 1
    switch ending {
    case .complete:
      let outcome = program.outcome(of: graph)
      if let isWanted { return !isWanted(outcome) || keepWitness(of: graph) }
      tally.executions += 1
      tally.outcomes[outcome, default: 0] += 1
    case .stuck: tally.stuckExecutions += 1
    case .discarded, .failed: tally.discardedRuns += 1
    }
    return true
  }

  /// Keeps the execution if it is easier to follow than the kept one. Returns whether to continue the search.
  private func keepWitness(of graph: ExecutionGraph) -> Bool {
    let witness = Witness(of: graph, about: [])
    if best.map({ witness.cost < $0.cost }) ?? true {
      best = (witness.cost, Schedule(of: witness, about: [], in: graph))
    }
    witnessesLeft -= 1
    return witnessesLeft > 0
  }
}
