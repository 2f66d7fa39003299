/// An error that prevents an exploration from completing, so that it has no result.
package enum ExplorationError: Error, Equatable, CustomStringConvertible {
  /// When a thread was replayed, it did something other than before.
  case notDeterministic(thread: Int, index: Int, expected: Operation, got: Action)
  case tooManyThreads(Int)
  /// A thread has more events than a graph can hold. The most likely cause is a loop that is not written as a wait.
  case tooManyEvents(thread: Int)
  case noSuchLocation(thread: Int, location: Int)
  /// The system has no memory for the stack of a thread.
  case noStack(byteCount: Int)

  /// Whether the cause is a resource that the system refused, and not the program.
  package var isOfSystem: Bool { if case .noStack = self { true } else { false } }

  package var description: String {
    switch self {
    case .notDeterministic(let thread, let index, let expected, let got):
      """
      thread \(thread), event \(index): expected \(expected.summary), got \(got.summary) at the replay
      likely: what the thread does depends on something that another thread or an earlier run has left behind
      """
    case .tooManyThreads(let count):
      "expected 1 to \(ExecutionGraph.threadLimit) threads, got \(count)"
    case .tooManyEvents(let thread):
      """
      thread \(thread): more than \(ExecutionGraph.eventLimit) events
      likely: a loop that has no end; one that waits for a value is written as a wait
      """
    case .noSuchLocation(let thread, let location):
      "thread \(thread): expected a location from 0 to \(ExecutionGraph.locationLimit - 1), got \(location)"
    case .noStack(let byteCount):
      """
      the system refused \(byteCount) bytes for the stack of a thread
      likely: a limit of the address space, such as ulimit -v
      """
    }
  }
}

extension Operation {
  /// The operation in one line, for messages.
  package var summary: String {
    let place = kind == .fence ? "" : " at location \(location)"
    let argument = kind == .load || kind == .fence ? "" : " with \(Int(bitPattern: value))"
    let what = kind == .readModifyWrite ? "\(update)" : "\(kind)"
    let wait = condition == .always ? "" : " until \(condition) \(Int(bitPattern: comparand))"
    return "\(what) \(order)\(place)\(argument)\(wait)"
  }
}

extension Action {
  package var summary: String {
    switch self {
    case .operation(let operation): operation.summary
    case .finished: "the end of the thread"
    case .failed(let code): "a failed step, code \(code)"
    }
  }
}
