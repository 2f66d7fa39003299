package import SingletonMemoryModels
package import SingletonModelChecker

/// The outcomes and executions of a litmus program under a memory model.
///
/// All executions are counted, although only one of those that are equal up to swapping threads with the same instructions
/// is visited.
package struct LitmusTally: Equatable, Sendable {
  /// For each outcome, the number of executions that have it.
  package fileprivate(set) var outcomes: [[Int?]: Int] = [:]
  package fileprivate(set) var executions = 0
  /// The number of executions that were visited for these.
  package fileprivate(set) var visited = 0
  package fileprivate(set) var stuckExecutions = 0
  /// The number of runs: the executions that were visited, and the runs that ended because a thread was blocked by a read
  /// of a write that was not the latest.
  package fileprivate(set) var runs = 0
  package fileprivate(set) var hasRace = false
  /// Whether the exploration was exhaustive. If a limit ended it, there may be further outcomes and executions.
  package fileprivate(set) var isComplete = true

  package var isStuck: Bool { stuckExecutions > 0 }

  /// Explores a program, exhaustively or up to a limit.
  ///
  /// - Parameters:
  ///   - reducesSymmetry: Whether only one of the executions that are equal up to swapping threads with the same
  ///     instructions is visited. The result is the same without.
  ///   - limit: The maximum number of runs. The next run ends the exploration and is not counted.
  ///   - isOver: Returns whether to end the exploration. It is called once every few thousand runs.
  package init(
    of program: LitmusProgram, under model: MemoryModel, reducesSymmetry: Bool = true, limit: Int = .max,
    isOver: @escaping () -> Bool = { false }
  ) throws(ExplorationError) {
    let visitor = LitmusVisitor(program, limit: limit, isOver, searchingFor: nil)
    let isComplete = try Explorer(program, under: model, reducesSymmetry: reducesSymmetry, visitor: visitor).run()
    self = visitor.tally
    self.isComplete = isComplete
  }

  fileprivate init() {}

  /// Counts executions with an outcome.
  ///
  /// - Returns: Whether the exploration can go on.
  fileprivate mutating func add(_ outcome: [Int?], _ count: UInt64) -> Bool {
    executions = executions.addingClamped(count)
    outcomes[outcome, default: 0] = outcomes[outcome, default: 0].addingClamped(count)
    return executions < .max && outcomes.count <= Self.mostOutcomes
  }

  fileprivate mutating func addStuck(_ count: UInt64) -> Bool {
    stuckExecutions = stuckExecutions.addingClamped(count)
    return stuckExecutions < .max
  }

  /// The number of outcomes that ends the exploration. A longer table would be unreadable, and all outcomes are kept in
  /// memory.
  package static let mostOutcomes = 100_000
}

extension Int {
  /// Returns the sum, or `Int.max` if it is larger.
  fileprivate func addingClamped(_ count: UInt64) -> Int {
    let (sum, overflow) = addingReportingOverflow(Int(clamping: count))
    return overflow ? .max : sum
  }
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
  }

  func startedOver() { tally = LitmusTally() }

  func found(_ finding: Finding, in graph: ExecutionGraph) -> Bool {
    if case .race = finding { tally.hasRace = true }
    return true
  }

  func ended(_ ending: Ending, in graph: ExecutionGraph) -> Bool {
    if tally.runs == limit { return false }
    if tally.runs.isMultiple(of: 4_096) && isOver() { return false }
    tally.runs += 1
    switch ending {
    case .complete:
      tally.visited += 1
      return program.forEachOutcome(of: graph) { outcome, count in
        if let isWanted { return !isWanted(outcome) || keepWitness(of: graph) }
        return tally.add(outcome, count)
      }
    case .stuck: return tally.addStuck(graph.permutationCount)
    case .discarded, .failed: return true
    }
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
