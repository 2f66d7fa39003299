package import SingletonMemoryModels

/// A search for the execution of a litmus program that is easiest to follow among those with a certain outcome.
package struct LitmusSearch: Sendable {
  /// The operations of the execution, one after the other, or `nil` if none was found.
  package let steps: [PerformedOperation]?
  /// Whether all executions were visited.
  package let isComplete: Bool

  /// - Parameters:
  ///   - isWanted: Returns whether an outcome is searched for.
  ///   - limit: The most runs to visit, as for ``LitmusTally``.
  ///   - isOver: Whether to end the search, asked once in some thousand runs.
  package init(
    of program: LitmusProgram, under model: MemoryModel, limit: Int = .max, isOver: @escaping () -> Bool = { false },
    for isWanted: @escaping ([Int?]) -> Bool
  ) throws(ExplorationError) {
    let visitor = LitmusSearchVisitor(program, limit: limit, isOver, isWanted)
    isComplete = try Explorer(program, under: model, reducesSymmetry: false, visitor: visitor).run()
    // The schedule was just recorded from the same program, so its replay cannot fail.
    steps = visitor.best.flatMap { best in try? Replay(program, best.schedule).operations }
  }
}

private final class LitmusSearchVisitor: ExplorationVisitor {
  private(set) var best: (cost: WitnessCost, schedule: Schedule)?
  private let program: LitmusProgram
  private let isOver: () -> Bool
  private let isWanted: ([Int?]) -> Bool
  private var runsLeft: Int
  /// A witness is expensive, so it is computed only for the first executions with the outcome.
  private var witnessesLeft = 24

  init(_ program: LitmusProgram, limit: Int, _ isOver: @escaping () -> Bool, _ isWanted: @escaping ([Int?]) -> Bool) {
    self.program = program
    self.isOver = isOver
    self.isWanted = isWanted
    runsLeft = limit
  }

  func startedOver() {}

  func found(_ finding: Finding, in graph: ExecutionGraph) -> Bool { true }

  func ended(_ ending: Ending, in graph: ExecutionGraph) -> Bool {
    if runsLeft == 0 || (runsLeft.isMultiple(of: 4_096) && isOver()) { return false }
    runsLeft -= 1
    guard ending == .complete, isWanted(program.outcome(of: graph)) else { return true }
    let witness = Witness(of: graph, about: [])
    if best.map({ witness.cost < $0.cost }) ?? true {
      best = (witness.cost, Schedule(of: witness, about: [], in: graph))
    }
    witnessesLeft -= 1
    return witnessesLeft > 0
  }
}
