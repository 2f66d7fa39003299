import Core
import ModelChecker
import StrategyKit

/// One trial of a strategy in a scenario, as a program to check.
final class StrategyTrial {
  let program: CoroutineProgram
  let state: TrialState
  let callers: Int
  /// The record of each thread of the program.
  let records: UnsafeMutableBufferPointer<CallerRecord>
  /// The number of threads of the program that run before any caller.
  let preparing: Int
  private let makeNames: () -> LocationNames

  /// The names of the strategy's primitives.
  var names: LocationNames { makeNames() }

  deinit { records.deallocate() }

  static func make(
    _ strategy: any Strategy<ModelBackend>.Type, _ scenario: Scenario, callers: Int,
    orderings: OrderingExperiment = .none
  ) -> StrategyTrial {
    make(opening: strategy, scenario, callers, orderings)
  }

  private static func make<S: Strategy>(
    opening strategy: S.Type, _ scenario: Scenario, _ callers: Int, _ orderings: OrderingExperiment
  ) -> StrategyTrial where S.B == ModelBackend {
    StrategyTrial(strategy, scenario, callers: callers, orderings: orderings)
  }

  private init<S: Strategy>(
    _ strategy: S.Type, _ scenario: Scenario, callers: Int, orderings: OrderingExperiment
  ) where S.B == ModelBackend {
    self.callers = callers
    preparing = S.traits.contains(.prepares) ? 1 : 0
    let plan = TrialPlan(scenario, traits: S.traits, rounds: Self.rounds)
    let count = preparing + callers * plan.phaseCount
    records = .allocate(capacity: count)
    let walk = Self.walk(strategy, callers: callers)
    makeNames = { LocationNames(of: walk.strategy) }
    let state = TrialState(memory: walk.memory, orderings: orderings)
    self.state = state
    let (first, shared, preparing) = (records.baseAddress!, Unmanaged.passUnretained(state), self.preparing)
    // Bodies may be abandoned at any operation, so they capture nothing that would have to be released.
    let (call, keepsResults) = (scenario.initializerCall, plan.recalls)
    let bodies: [CoroutineProgram.Body] = (0..<count).map { number in
      let index = number < preparing ? 0 : (number - preparing) % callers
      let kind = Scenario.ThreadKind(isOdd: index % 2 == 1, isInterfering: Self.isInterfering(index))
      let steps = number < preparing ? nil : plan.permanentSteps(ofPhase: (number - preparing) / callers, for: kind)
      return { thread in
        (first + number).initialize(to: CallerRecord(thread: thread, index: index))
        let caller = ModelCaller(record: first + number, trial: shared)
        var thread = ModelTrialThread<S>(caller, callers: callers, keepsResults: keepsResults)
        if let steps { thread.run(steps, initializerCall: call) } else { thread.prepare(initializerCall: call) }
      }
    }
    let predecessors = (0..<count).map { number -> [Int] in
      guard number >= preparing else { return [] }
      let phase = (number - preparing) / callers
      return phase == 0 ? Array(0..<preparing) : (0..<callers).map { preparing + (phase - 1) * callers + $0 }
    }
    if let call {
      state.reentrantCall = { caller, `class`, number in
        var thread = ModelTrialThread<S>(caller, callers: callers, keepsResults: keepsResults)
        thread.reenter(from: `class`, call, number)
      }
    }
    program = CoroutineProgram(bodies, predecessors: predecessors) { state.memory.initialValue(of: $0) }
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
