import Outcomes
import Strategies

/// A strategy in a scenario, as a program under check: one trial of so many threads.
final class StrategyTrial {
  let program: CoroutineProgram
  let state: TrialState
  let callers: Int
  /// One for each thread of the program.
  let records: UnsafeMutableBufferPointer<CallerRecord>
  /// Threads of the program that run before any caller exists.
  let preparing: Int
  private let makeNames: () -> LocationNames

  /// What the strategy calls its primitives.
  var names: LocationNames { makeNames() }

  deinit { records.deallocate() }

  static func make(
    _ strategy: any Strategy<ModelWorld>.Type, _ scenario: Scenario, callers: Int, weakening: Weakening? = nil
  ) -> StrategyTrial {
    make(opening: strategy, scenario, callers, weakening)
  }

  private static func make<S: Strategy>(
    opening strategy: S.Type, _ scenario: Scenario, _ callers: Int, _ weakening: Weakening?
  ) -> StrategyTrial where S.W == ModelWorld {
    StrategyTrial(strategy, scenario, callers: callers, weakening: weakening)
  }

  private init<S: Strategy>(
    _ strategy: S.Type, _ scenario: Scenario, callers: Int, weakening: Weakening?
  ) where S.W == ModelWorld {
    self.callers = callers
    preparing = S.traits.contains(.prepares) ? 1 : 0
    let count = preparing + callers * scenario.phaseCount
    records = .allocate(capacity: count)
    let walk = Self.walk(strategy, callers: callers)
    makeNames = { LocationNames(of: walk.strategy) }
    let state = TrialState(memory: walk.memory, weakening: weakening)
    self.state = state
    let (first, shared, preparing) = (records.baseAddress!, Unmanaged.passUnretained(state), self.preparing)
    let bodies: [CoroutineProgram.Body] = (0..<count).map { number in
      let index = number < preparing ? 0 : (number - preparing) % callers
      let phase = number < preparing ? nil : (number - preparing) / callers
      return { thread in
        (first + number).initialize(to: CallerRecord(thread: thread, index: index))
        let caller = ModelCaller(record: first + number, trial: shared)
        var visit = ModelVisit<S>(caller, callers: callers, scenario: scenario)
        if let phase { visit.run(scenario, phase: phase) } else { visit.prepare(scenario) }
      }
    }
    let predecessors = (0..<count).map { number -> [Int] in
      guard number >= preparing else { return [] }
      let phase = (number - preparing) / callers
      return phase == 0 ? Array(0..<preparing) : (0..<callers).map { preparing + (phase - 1) * callers + $0 }
    }
    state.errand = { caller in
      var visit = ModelVisit<S>(caller, callers: callers, scenario: scenario)
      visit.access(1, of: .parent, holding: false) { $0.shared($1) }
    }
    program = CoroutineProgram(bodies, predecessors: predecessors) { state.memory.initialValue(of: $0) }
  }

  /// Walks a cell that nobody uses. The strategy is only to be looked at.
  private static func walk<S: Strategy>(
    _ strategy: S.Type, callers: Int
  ) -> (memory: TrialMemory, strategy: S) where S.W == ModelWorld {
    let state = TrialState(memory: TrialMemory(cellSize: 0, permits: []), weakening: nil)
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
