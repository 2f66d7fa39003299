import Outcomes
import Strategies

/// Runs a program by a schedule, one operation after the other, without exploring.
struct Rehearsal {
  /// One operation, and what it met.
  struct ToldStep {
    let thread: Int
    let operation: Operation
    /// What it read; nil for what reads nothing.
    let read: UInt?
    /// What it wrote; nil for what writes nothing.
    let written: UInt?
    /// The newest value of the location, where the read met an older one.
    let newer: UInt?
    /// The value that was read does not let the thread go on; if it has another turn, it asks again.
    let isBlocked: Bool
    /// The same, but the wait has reached its limit, and the thread goes on.
    let hasTimedOut: Bool
  }

  private(set) var steps: [ToldStep] = []
  /// The threads that stopped the process at their last step, and why.
  private(set) var failures: [Int: UInt] = [:]

  /// - Throws: where the program does not go as the schedule says.
  init(_ program: any Program, _ schedule: Schedule) throws(RehearsalError) {
    var stage = Stage(program)
    for (number, turn) in schedule.turns.enumerated() {
      guard turn.thread < program.threadCount, let step = stage.play(turn) else {
        throw RehearsalError(step: number + 1)
      }
      steps.append(step)
    }
    failures = stage.failures
  }
}

/// The program does something else than when the schedule was made.
package struct RehearsalError: Error {
  /// From 1.
  package let step: Int
}

/// The threads of a program at their next operations, and what has been written so far.
private struct Stage {
  private let program: any Program
  private var next: [Step]
  private var writes: [Int: [UInt]] = [:]
  private(set) var failures: [Int: UInt] = [:]

  init(_ program: any Program) {
    self.program = program
    next = []
    for thread in 0..<program.threadCount {
      program.restart(thread)
      next.append(program.advance(thread, with: 0))
      noteFailure(of: thread)
    }
  }

  private mutating func noteFailure(of thread: Int) {
    if case .failed(let code) = next[thread] { failures[thread] = code }
  }

  /// nil where the thread has no such step.
  mutating func play(_ turn: Schedule.Turn) -> Rehearsal.ToldStep? {
    guard case .operation(let operation) = next[turn.thread] else { return nil }
    let step = operation.reads ? read(operation, turn) : write(operation, turn)
    guard let step else { return nil }
    if !step.isBlocked {
      next[turn.thread] = program.advance(turn.thread, with: step.read ?? 0)
      noteFailure(of: turn.thread)
    }
    return step
  }

  private mutating func read(_ operation: Operation, _ turn: Schedule.Turn) -> Rehearsal.ToldStep? {
    let location = Int(operation.location)
    var told = writes[location, default: []]
    guard turn.choice <= told.count else { return nil }
    let source = told.count - turn.choice
    let value = source == 0 ? program.initialValue(of: location) : told[source - 1]
    let newer = turn.choice == 0 ? nil : told.last
    let isFulfilled = operation.isFulfilled(by: value)
    guard !turn.timesOut || (operation.hasLimit && !isFulfilled) else { return nil }
    let written = operation.updated(value)
    if let written {
      told.insert(written, at: source)
      writes[location] = told
    }
    return Rehearsal.ToldStep(
      thread: turn.thread, operation: operation, read: value, written: written, newer: newer,
      isBlocked: !isFulfilled && !turn.timesOut, hasTimedOut: turn.timesOut)
  }

  private mutating func write(_ operation: Operation, _ turn: Schedule.Turn) -> Rehearsal.ToldStep? {
    let location = Int(operation.location)
    let told = writes[location, default: []]
    guard turn.choice <= told.count, !turn.timesOut else { return nil }
    if operation.kind != .fence { writes[location, default: []].insert(operation.value, at: told.count - turn.choice) }
    return Rehearsal.ToldStep(
      thread: turn.thread, operation: operation, read: nil, written: operation.value, newer: nil, isBlocked: false,
      hasTimedOut: false)
  }
}
