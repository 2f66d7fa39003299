/// Recognizes loops that repeat one operation, whose rounds would otherwise be explored one by one without end.
///
/// An operation that is repeated at the same line, with no other operation in between, finds the same value again, and
/// changes nothing may be a wait for another value. It may also be a loop that gives up after some rounds. To tell them
/// apart, the thread is given the same value again, outside of the graph, which constrains nothing: a read of the same
/// write can always be repeated. What the loop does next decides how it is explored (``Loop``).
///
/// The actions of a thread are a function of the values that it has been given, so a decision holds whenever the thread
/// has been given the same values.
package final class LoopFinder {
  /// How the exploration treats a loop that has found the same value twice.
  private enum Loop {
    /// The loop never ends by itself: it waits until the value changes.
    case waits
    /// The loop ends soon, or soon begins to repeat itself. Its next round is explored.
    case unrolled
    /// The loop ends after this number of further rounds. What comes after them is explored, but a change of the value
    /// during them is not.
    case givesUp(rounds: Int)
    /// After the maximum number of rounds, the loop was still running and its state was still changing. It is explored
    /// as a wait.
    case undecided
  }

  private struct Run {
    /// All values that the thread has been given since its beginning.
    var given: [UInt] = []
    /// The thread's most recent operation, as the thread requested it. The operation performed can differ.
    var operation: Operation?
    /// The value that the operation has found in each of the last `rounds` rounds.
    var value: UInt = 0
    var rounds = 0

    mutating func take(_ found: UInt) {
      given.append(found)
      rounds = found == value && rounds > 0 ? rounds + 1 : 1
      value = found
    }

    /// Records the operation that the thread requests next.
    mutating func begin(_ next: Operation?) {
      if next == nil || next != operation { rounds = 0 }
      operation = next
    }

    /// Returns whether the next operation repeats the latest one, which has found the same value often enough to count as a
    /// loop.
    ///
    /// Plain accesses need more rounds: their lines are known only in a replay, so a few in a row may belong to different
    /// lines.
    func repeats(_ next: Operation) -> Bool {
      next == operation && rounds >= (next.order == .plain ? 16 : 2) && next.changesNothing(finding: value)
    }
  }

  private unowned let program: any LoopingProgram
  package let open: OpenLoops
  private var runs: [Run]
  /// For each thread, its loops, keyed by the values that the thread was given before the loop.
  private var loops: [[[UInt]: Loop]]
  private var waitingLines: Set<UInt> = []

  /// The number of rounds that are tried at a line where an earlier loop was still running after
  /// ``OpenLoops/mostRounds``.
  private static let fewerRounds = 1_024

  package init(_ program: any LoopingProgram, open: OpenLoops) {
    self.program = program
    self.open = open
    runs = Array(repeating: Run(), count: program.threadCount)
    loops = Array(repeating: [:], count: program.threadCount)
  }

  /// Called when a thread returns to its beginning.
  package func restart(_ thread: Int) { runs[thread] = Run() }

  /// Returns the step that a thread takes, which may differ from the step that it requests.
  ///
  /// - Parameter value: The value that the thread was given before it requested the step.
  package func step(_ step: Action, of thread: Int, after value: UInt) -> Action {
    runs[thread].take(value)
    guard let operation = step.operation, runs[thread].repeats(operation) else {
      runs[thread].begin(step.operation)
      return step
    }
    let given = runs[thread].given
    guard let loop = loops[thread][given] else {
      loops[thread][given] = decide(on: operation, of: thread, given: given)
      if !program.restartsTogether { return run(thread, given: given) }
      // The rounds that were tried have taken the thread too far; this step is asked for again.
      program.requireRestart()
      return step
    }
    switch loop {
    case .unrolled: return step
    case .waits: return .operation(operation.waitingForChange(from: value))
    case .undecided:
      open.note(operation, endsAfter: nil)
      return .operation(operation.waitingForChange(from: value))
    case .givesUp(let rounds):
      open.note(operation, endsAfter: runs[thread].rounds + rounds)
      return end(of: thread, after: rounds, finding: value)
    }
  }

  /// Repeats a loop until it gives up, and returns the step after it.
  private func end(of thread: Int, after rounds: Int, finding value: UInt) -> Action {
    var step = Action.finished
    for _ in 0..<rounds { step = program.resume(thread, with: value, isRepeated: true) }
    runs[thread].begin(step.operation)
    return step
  }

  /// Decides how to explore a loop whose most recent round gave the thread the last of these values.
  ///
  /// The thread is run again, with that round as the first one without an event, because rounds with and without events
  /// leave different words on the unused parts of the stack. A loop is a wait only if even this round leaves the stack
  /// unchanged: if the stack changes later, or alternates between several states, the thread may do something else when
  /// the value changes.
  private func decide(on operation: Operation, of thread: Int, given: [UInt]) -> Loop {
    let value = given.last!
    if !program.restartsTogether {
      run(thread, given: given.dropLast())
      _ = program.resume(thread, with: value, isRepeated: true)
    }
    let enough = waitingLines.contains(operation.sourceLine) ? Self.fewerRounds : OpenLoops.mostRounds
    var (stack, rounds, settledAt) = (Array(program.stack(of: thread)), 0, Int.max)
    while rounds < (settledAt == 1 ? enough : OpenLoops.mostRounds) {
      rounds += 1
      guard program.resume(thread, with: value, isRepeated: true) == .operation(operation) else {
        return rounds <= OpenLoops.unrolledRounds && operation.order != .plain ? .unrolled : .givesUp(rounds: rounds)
      }
      guard settledAt == .max else { continue }
      let next = program.stack(of: thread)
      if !next.isEmpty, next.elementsEqual(stack) { settledAt = rounds } else { stack = Array(next) }
    }
    if settledAt > 1 { return settledAt <= OpenLoops.unrolledRounds ? .unrolled : .undecided }
    waitingLines.insert(operation.sourceLine)
    return .waits
  }

  @discardableResult
  private func run(_ thread: Int, given: some Sequence<UInt>) -> Action {
    program.restart(thread)
    return given.reduce(.finished) { program.advance(thread, with: $1) }
  }
}

extension Operation {
  fileprivate func changesNothing(finding value: UInt) -> Bool {
    guard condition == .always else { return false }
    return switch kind {
    case .load: true
    case .readModifyWrite: (updated(value) ?? value) == value
    case .store, .fence, .free: false
    }
  }

  /// Returns the operation as a wait for another value. A weak compare-exchange becomes a strong one, because it does
  /// not fail spuriously forever.
  fileprivate func waitingForChange(from value: UInt) -> Operation {
    guard value == Operation.failure, update == .weakCompareExchange else { return waiting(until: .notEqual, value) }
    var strong = self
    strong.update = .compareExchange
    return strong
  }
}

extension Action {
  fileprivate var operation: Operation? { if case .operation(let operation) = self { operation } else { nil } }
}

/// The loops of a program of which not all rounds were explored. If there are any, the exploration proves nothing.
package final class OpenLoops {
  package struct Loop: Hashable, Sendable {
    package let sourceLine: UInt
    /// The number of rounds after which the loop ends, or `nil` if it was still running after the maximum number of
    /// rounds.
    package let rounds: Int?
  }

  package private(set) var loops: Set<Loop> = []

  /// Whether an operation waits only because its loop was still running after the maximum number of rounds. A thread that
  /// is blocked there need not wait forever.
  package func isGuess(_ operation: Operation) -> Bool {
    operation.condition != .always && loops.contains(Loop(sourceLine: operation.sourceLine, rounds: nil))
  }

  /// The number of rounds after which a loop whose stack does not change is assumed to run forever. The assumption can
  /// be wrong: the loop may have state elsewhere, such as a counter in an object.
  package static let mostRounds = 65_536
  /// The maximum number of rounds that are explored one by one.
  package static let unrolledRounds = 16

  package init() {}

  /// Records a loop around an operation.
  ///
  /// Repeated plain reads are not recorded. They are usually not a loop, and a write that they miss forms a data race
  /// with the first of them.
  func note(_ operation: Operation, endsAfter rounds: Int?) {
    guard operation.order != .plain || rounds == nil else { return }
    loops.insert(Loop(sourceLine: operation.sourceLine, rounds: rounds))
  }
}
