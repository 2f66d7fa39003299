package import MemoryModels

/// What a litmus program can come to under a memory model.
package struct LitmusTally: Equatable, Sendable {
  /// For each outcome the number of executions that show it.
  package internal(set) var outcomes: [[Int?]: Int] = [:]
  package internal(set) var executions = 0
  package internal(set) var stuckExecutions = 0
  /// Runs that ended in a thread waiting for something it could not see yet.
  package internal(set) var discardedRuns = 0
  package internal(set) var hasRace = false
  /// False where a limit ended the exploration: there may be more of everything.
  package internal(set) var isComplete = true

  package var isStuck: Bool { stuckExecutions > 0 }

  /// Explores all of a program, or as much of it as a limit allows.
  ///
  /// - Parameter limit: the most runs, of which some may end stuck or be discarded; the one after them is not looked at.
  package init(
    of program: LitmusProgram, under model: MemoryModel, limit: Int = .max
  ) throws(ExplorationError) {
    let visitor = LitmusTallyVisitor(program, limit: limit)
    let isComplete = try Explorer(program, under: model, visitor: visitor).run()
    self = visitor.tally
    self.isComplete = isComplete
  }

  fileprivate init() {}
}

private final class LitmusTallyVisitor: ExplorationVisitor {
  var tally = LitmusTally()
  private let program: LitmusProgram
  private var runsLeft: Int

  init(_ program: LitmusProgram, limit: Int) {
    self.program = program
    runsLeft = limit
  }

  func found(_ finding: Finding, in graph: ExecutionGraph) -> Bool {
    if case .race = finding { tally.hasRace = true }
    return true
  }

  func ended(_ ending: Ending, in graph: ExecutionGraph) -> Bool {
    if runsLeft == 0 { return false }
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
