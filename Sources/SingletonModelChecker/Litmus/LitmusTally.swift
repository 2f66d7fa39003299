package import SingletonMemoryModels

/// The outcomes and executions of a litmus program under a memory model.
package struct LitmusTally: Equatable, Sendable {
  /// For each outcome, the number of executions that have it.
  package internal(set) var outcomes: [[Int?]: Int] = [:]
  package internal(set) var executions = 0
  package internal(set) var stuckExecutions = 0
  /// The number of runs that ended with a thread blocked by a read of a write that was not the latest.
  package internal(set) var discardedRuns = 0
  package internal(set) var hasRace = false
  /// Whether the exploration was exhaustive. If a limit ended it, there may be further outcomes and executions.
  package internal(set) var isComplete = true

  package var isStuck: Bool { stuckExecutions > 0 }

  /// Explores a program, exhaustively or up to a limit.
  ///
  /// - Parameters:
  ///   - reducesSymmetry: Whether executions that differ only in which of several equal threads did what count once. Then
  ///     only one of their outcomes is seen.
  ///   - limit: The most runs to count, including those that end stuck or are discarded. The next run ends the
  ///     exploration without being counted.
  ///   - isOver: Whether to end the exploration, asked once in some thousand runs.
  package init(
    of program: LitmusProgram, under model: MemoryModel, reducesSymmetry: Bool = false, limit: Int = .max,
    isOver: @escaping () -> Bool = { false }
  ) throws(ExplorationError) {
    let visitor = LitmusTallyVisitor(program, limit: limit, isOver)
    let isComplete = try Explorer(program, under: model, reducesSymmetry: reducesSymmetry, visitor: visitor).run()
    self = visitor.tally
    self.isComplete = isComplete
  }

  fileprivate init() {}

  /// The most outcomes, which end the exploration: nobody reads more, and all of them are in memory.
  package static let mostOutcomes = 100_000
}

private final class LitmusTallyVisitor: ExplorationVisitor {
  var tally = LitmusTally()
  private let program: LitmusProgram
  private let limit: Int
  private let isOver: () -> Bool
  private var runsLeft: Int

  init(_ program: LitmusProgram, limit: Int, _ isOver: @escaping () -> Bool) {
    self.program = program
    self.limit = limit
    self.isOver = isOver
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
      tally.executions += 1
      tally.outcomes[program.outcome(of: graph), default: 0] += 1
    case .stuck: tally.stuckExecutions += 1
    case .discarded, .failed: tally.discardedRuns += 1
    }
    return true
  }
}
