/// A run of a program that follows a schedule, one operation after the other, without an exploration.
package struct Replay {
  package private(set) var operations: [PerformedOperation] = []
  /// The failure codes of the threads that stopped the process, keyed by the index of the thread.
  package private(set) var failures: [Int: UInt] = [:]
  private let program: any Program
  private var next: [Action] = []
  /// The values of each location so far, in coherence order. The initial value comes first.
  private var values: [Int: [UInt]] = [:]

  /// Replays a schedule.
  ///
  /// - Throws: An error if the program cannot run, or cannot follow the schedule.
  package init(_ program: any Program, _ schedule: Schedule) throws(ReplayError) {
    if let obstacle = program.obstacle { throw .obstacle(obstacle) }
    self.program = program
    repeat { try run(schedule) } while program.mustRestart
  }

  private mutating func run(_ schedule: Schedule) throws(ReplayError) {
    (operations, failures, next, values) = ([], [:], [], [:])
    program.restartAll()
    for thread in 0..<program.threadCount {
      next.append(.finished)
      advance(thread, with: 0)
    }
    for (number, turn) in schedule.turns.enumerated() where !program.mustRestart {
      guard turn.thread < program.threadCount, case .operation(let operation) = next[turn.thread],
        let performed = perform(operation, turn)
      else { throw .differs(step: number + 1) }
      operations.append(performed)
      if performed.isBlocked { continue }
      advance(turn.thread, with: performed.hasFailed ? Operation.failure : performed.read ?? 0)
    }
  }

  private mutating func advance(_ thread: Int, with value: UInt) {
    next[thread] = program.advance(thread, with: value)
    if case .failed(let code) = next[thread] { failures[thread] = code }
  }

  /// Performs an operation, or returns `nil` if it cannot have the effect that its turn requires.
  private mutating func perform(_ operation: Operation, _ turn: Schedule.Turn) -> PerformedOperation? {
    let isFence = operation.kind == .fence
    let location = Int(operation.location)
    var known = isFence ? [0] : values[location] ?? [program.initialValue(of: location)]
    let source = known.count - 1 - turn.choice
    guard source >= 0 else { return nil }
    let (found, newest) = (known[source], known[known.count - 1])
    let timesOut = turn.fails && operation.canTimeOut && !operation.isFulfilled(by: found)
    guard !turn.fails || timesOut || operation.canFail(reading: found) else { return nil }
    let written = turn.fails ? nil : operation.reads ? operation.updated(found) : operation.value
    if let written, !isFence { known.insert(written, at: source + 1) }
    if !isFence { values[location] = known }
    return PerformedOperation(
      thread: turn.thread, operation: operation, read: operation.reads ? found : nil, written: written,
      newer: operation.reads && turn.choice > 0 ? newest : nil, newest: known[known.count - 1],
      isBlocked: !operation.isFulfilled(by: found) && !timesOut, hasTimedOut: timesOut)
  }
}

package struct PerformedOperation: Sendable {
  package let thread: Int
  package let operation: Operation
  /// The value read, or `nil` if the operation does not read.
  package let read: UInt?
  /// The value written, or `nil` if a reading operation writes nothing; 0 for a fence.
  package let written: UInt?
  /// The newest value of the location if the operation read an older one; otherwise `nil`.
  package let newer: UInt?
  /// The newest value of the location afterwards, the last in coherence order; 0 for a fence.
  package let newest: UInt
  /// Whether the value read blocks the thread; with its next turn, it repeats the operation.
  package let isBlocked: Bool
  /// Whether the wait has timed out, so that the thread continues although the condition is not satisfied.
  package let hasTimedOut: Bool

  /// Whether the operation is a weak compare-exchange that has failed even though it read the expected value.
  package var hasFailed: Bool { written == nil && read.map(operation.canFail) == true }
}

/// An error thrown if a schedule cannot be replayed.
package enum ReplayError: Error {
  /// The program does not follow the schedule any more, from this step on. Steps are counted from 1.
  case differs(step: Int)
  /// The program cannot run.
  case obstacle(ExplorationError)
}

/// The choices that are needed to run a witness again: which thread performs each operation, and which of the writes so
/// far the operation reads or precedes.
package struct Schedule: Equatable, Sendable {
  /// One operation of a thread.
  package struct Turn: Equatable, Sendable {
    /// The index of the thread in the program.
    package let thread: Int
    /// For a read, how many of the writes so far are later in coherence order than the one it reads. For a write, how
    /// many of the writes so far follow it in coherence order.
    package let choice: Int
    /// Whether the operation fails: a weak compare-exchange even though it reads the expected value, or a wait because
    /// it times out.
    package let fails: Bool

    package init(thread: Int, choice: Int, fails: Bool = false) {
      self.thread = thread
      self.choice = choice
      self.fails = fails
    }
  }

  package private(set) var turns: [Turn] = []
  /// The indices of the turns that the finding is about.
  package private(set) var concerned: [Int] = []

  package init(turns: [Turn], concerned: [Int]) {
    self.turns = turns
    self.concerned = concerned
  }

  package init(of witness: Witness, about events: [EventID], in graph: ExecutionGraph) {
    var scheduled: [Int: [Int]] = [:]
    for id in witness.events {
      let event = graph[id]
      let isSecondHalf = event.isUpdate && event.isWrite
      let rank = event.isWrite ? graph.rank(id) : graph.rank(event.readsFrom)
      let later = event.kind == .fence ? 0 : scheduled[event.location, default: []].count { $0 > rank }
      if !isSecondHalf {
        turns.append(Turn(thread: id.thread, choice: later, fails: event.hasFailed || event.waiting == .timedOut))
      }
      if event.isWrite { scheduled[event.location, default: []].append(rank) }
      if events.contains(id) { concerned.append(turns.count - 1) }
    }
  }
}
