import SingletonCore
package import SingletonModelChecker
import SingletonStrategyKit

/// One trial as a program to check. Its modeled threads access one shared instance.
package final class Trial {
  package let program: CoroutineProgram
  let state: TrialState
  let callers: Int
  /// The record of each thread in the program.
  let records: UnsafeMutableBufferPointer<CallerRecord>
  /// The number of threads in the program that run before all callers.
  private let preparing: Int
  let names: () -> LocationNames

  /// Creates a trial.
  ///
  /// - Parameters:
  ///   - preparing: The number of bodies that run before all others.
  ///   - callers: The number of threads in each phase. The bodies are ordered by phase, and all threads finish a phase
  ///     before any thread begins the next one.
  ///   - interchangeable: The groups of callers that do the same in all phases.
  ///   - bodies: The body of each thread, without loops except those written as waits. It may be abandoned at any operation, so it must not capture anything that
  ///     has to be released.
  package init(
    _ state: TrialState, preparing: Int = 0, callers: Int, names: @escaping () -> LocationNames,
    interchangeable: [[Int]] = [], bodies: [(ModelCaller) -> Void]
  ) {
    self.state = state
    self.callers = callers
    self.preparing = preparing
    self.names = names
    records = .allocate(capacity: bodies.count)
    let (first, shared) = (records.baseAddress!, Unmanaged.passUnretained(state))
    let predecessors = bodies.indices.map { number -> [Int] in
      guard number >= preparing else { return [] }
      let phase = (number - preparing) / callers
      return phase == 0 ? Array(0..<preparing) : (0..<callers).map { preparing + (phase - 1) * callers + $0 }
    }
    let threads = bodies.enumerated().map { number, body -> CoroutineProgram.Body in
      let caller = Self.caller(ofThread: number, preparing: preparing, callers: callers)
      return { thread in
        (first + number).initialize(to: CallerRecord(thread: thread, index: caller ?? 0, isPreparing: caller == nil))
        body(ModelCaller(record: first + number, trial: shared))
      }
    }
    let symmetry = Symmetry(
      groups: interchangeable.map { group in
        group.map { caller in Array(stride(from: preparing + caller, to: bodies.count, by: callers)) }
      })
    program = CoroutineProgram(
      threads, predecessors: predecessors, symmetry: symmetry, agreesWithSymmetry: { !state.hasIndexedCallers },
      stackBytes: Self.stackBytes, initialValue: state.initialValue)
  }

  deinit { records.deallocate() }

  /// The size of a thread's stack in bytes. It is large, because an accessor may call a library, and pages that are
  /// never touched cost nothing.
  private static let stackBytes = 1 << 20

  /// Returns the threads of the program that belong to a caller, one for each phase.
  func threads(ofCaller index: Int) -> [Int] { Array(stride(from: preparing + index, to: records.count, by: callers)) }

  /// Returns the caller to which a thread of the program belongs, or `nil` for a thread that runs before all callers.
  func caller(ofThread number: Int) -> Int? {
    Self.caller(ofThread: number, preparing: preparing, callers: callers)
  }

  private static func caller(ofThread number: Int, preparing: Int, callers: Int) -> Int? {
    number < preparing ? nil : (number - preparing) % callers
  }
}

// MARK: - Trials of strategies

extension Trial {
  /// - Parameter kind: Returns the kind of each caller.
  static func make<S: Strategy>(
    _ strategy: S.Type, _ scenario: Scenario, callers: Int,
    kind: (_ caller: Int) -> Scenario.ThreadKind = Trial.kind(ofCaller:), orderings: OrderingExperiment,
    timeouts: Timeouts
  ) -> Trial where S.B == ModelBackend {
    let plan = TrialPlan(scenario, traits: S.traits, rounds: rounds)
    let preparing = plan.prepares ? 1 : 0
    let (cell, layout) = inspect(strategy, callers: callers)
    let state = TrialState(cellSize: cell.next, permits: cell.permits, orderings: orderings, timeouts: timeouts)
    state.hasAtomicMemory = cell.hasAtomicMemory
    // A body may be abandoned at any operation, so it must not capture anything that has to be released.
    let (call, keepsResults) = (scenario.initializerCall, plan.recalls)
    let bodies = (0..<preparing + callers * plan.phaseCount).map { number -> (ModelCaller) -> Void in
      let steps = caller(ofThread: number, preparing: preparing, callers: callers).map {
        plan.permanentSteps(ofPhase: (number - preparing) / callers, for: kind($0))
      }
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
    let interchangeable = Dictionary(grouping: 0..<callers) { index in
      (0..<plan.phaseCount).map { plan.steps(ofPhase: $0, for: kind(index)).map(\.action) }
    }
    return Trial(
      state, preparing: preparing, callers: callers, names: { LocationNames(of: layout) },
      interchangeable: Array(interchangeable.values), bodies: bodies)
  }

  static func kind(ofCaller index: Int) -> Scenario.ThreadKind {
    Scenario.ThreadKind(isOdd: index % 2 == 1, isInterfering: index == 0)
  }

  /// The number of rounds in a scenario that repeats its accesses. Two is the smallest number with a repetition.
  ///
  /// The model has no head starts. It does not need them, because threads run in every order, including those in which
  /// some threads finish first.
  static let rounds = 2

  /// Lays out a cell that no thread uses, in order to measure it.
  private static func inspect<S: Strategy>(
    _ strategy: S.Type, callers: Int
  ) -> (ModelCell, S) where S.B == ModelBackend {
    let state = TrialState()
    return withExtendedLifetime(state) {
      withUnsafeTemporaryAllocation(of: CallerRecord.self, capacity: 1) { record in
        let caller = ModelCaller(record: record.baseAddress!, trial: .passUnretained(state))
        var cell = ModelCell(callers: callers, caller: caller, measures: true)
        let strategy = S(&cell)
        return (cell, strategy)
      }
    }
  }
}
