import SingletonCore
import SingletonModelChecker
import SingletonStrategyKit

extension Trial {
  /// Returns one trial of a strategy in a scenario.
  static func make(
    _ strategy: any Strategy<ModelBackend>.Type, _ scenario: Scenario, callers: Int,
    orderings: OrderingExperiment = .none
  ) -> Trial {
    make(opening: strategy, scenario, callers, orderings)
  }

  private static func make<S: Strategy>(
    opening strategy: S.Type, _ scenario: Scenario, _ callers: Int, _ orderings: OrderingExperiment
  ) -> Trial where S.B == ModelBackend {
    let preparing = S.traits.contains(.prepares) ? 1 : 0
    let plan = TrialPlan(scenario, traits: S.traits, rounds: rounds)
    let walk = walk(strategy, callers: callers)
    let state = TrialState(memory: walk.memory, orderings: orderings)
    // Bodies may be abandoned at any operation, so they capture nothing that would have to be released.
    let (call, keepsResults) = (scenario.initializerCall, plan.recalls)
    let bodies = (0..<preparing + callers * plan.phaseCount).map { number -> (ModelCaller) -> Void in
      let kind = kind(ofCaller: caller(ofThread: number, preparing: preparing, callers: callers))
      let steps = number < preparing ? nil : plan.permanentSteps(ofPhase: (number - preparing) / callers, for: kind)
      return { caller in
        var thread = ModelTrialThread<S>(caller, callers: callers, keepsResults: keepsResults)
        if let steps { thread.run(steps, initializerCall: call) } else { thread.prepare(initializerCall: call) }
      }
    }
    if let call {
      state.reentrantCall = { caller, `class`, number in
        var thread = ModelTrialThread<S>(caller, callers: callers, keepsResults: keepsResults)
        thread.reenter(from: `class`, call, number)
      }
    }
    let alike = Dictionary(grouping: 0..<callers) { index in
      (0..<plan.phaseCount).map { plan.steps(ofPhase: $0, for: kind(ofCaller: index)).map(\.action) }
    }
    return Trial(
      state, preparing: preparing, callers: callers, names: { LocationNames(of: walk.strategy) },
      alike: Array(alike.values), bodies: bodies)
  }

  private static func kind(ofCaller index: Int) -> Scenario.ThreadKind {
    Scenario.ThreadKind(isOdd: index % 2 == 1, isInterfering: isInterfering(index))
  }

  /// The number of rounds of a scenario that repeats its accesses; two is the least that repeats anything. Threads run
  /// in every order, including those in which some have a head start, so the model needs no head start.
  static let rounds = 2

  /// Returns whether this caller is the interfering thread.
  static func isInterfering(_ caller: Int) -> Bool { caller == 0 }

  /// Lays out a cell that no thread uses, to measure it. The strategy is only inspected.
  private static func walk<S: Strategy>(
    _ strategy: S.Type, callers: Int
  ) -> (memory: TrialMemory, strategy: S) where S.B == ModelBackend {
    let state = TrialState(memory: TrialMemory(cellSize: 0, permits: []), orderings: .none)
    return withExtendedLifetime(state) {
      withUnsafeTemporaryAllocation(of: CallerRecord.self, capacity: 1) { record in
        let caller = ModelCaller(record: record.baseAddress!, trial: .passUnretained(state))
        var cell = ModelCell(callers: callers, caller: caller, measures: true)
        let strategy = S(&cell)
        return (TrialMemory(cellSize: cell.next, permits: cell.permits), strategy)
      }
    }
  }
}
