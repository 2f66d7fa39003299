/// A program to check: threads that can be restarted, and advanced one operation at a time.
///
/// A thread must be deterministic: its actions are a function of the values that it was given, and of nothing that
/// another thread or an earlier run has left behind. Therefore values are words, identities are names such as (thread,
/// ordinal), and each thread keeps its own state. A violation is detected when the thread is next replayed.
///
/// Code that was not written for this shares memory. Such a program restarts all threads together
/// (``restartsTogether``), and the order in which they run again is one in which they can have run: each event follows
/// those that it depends on by program order and reads-from.
package protocol Program: AnyObject {
  /// The number of threads, at most `ExecutionGraph.threadLimit`.
  var threadCount: Int { get }

  /// The reason why the threads cannot run, or `nil` if they can.
  var obstacle: ExplorationError? { get }

  /// For each thread, the threads that must have finished before it starts, all of which have lower numbers; everything
  /// they did happens before everything it does. If there are none, the thread starts at once, after the initial writes.
  var predecessors: [[Int]] { get }

  /// The threads that are interchangeable.
  var symmetry: Symmetry { get }

  /// Whether everything that the threads have done so far is compatible with ``symmetry``.
  var keepsSymmetry: Bool { get }

  /// Returns the value of a location before the first write. Called once per location, when it first occurs.
  func initialValue(of location: Int) -> UInt

  /// Whether the threads share state that the exploration does not control, so that a single thread cannot be run
  /// again. If so, ``restartAll()`` is called instead of ``restart(_:)``.
  var restartsTogether: Bool { get }

  /// Whether something besides the exploration has run the threads or changed what they share, so that they cannot go on
  /// from here.
  var mustRestart: Bool { get }

  /// Whether a thread that is blocked at an operation may go on by itself, although the operation is a wait.
  func isGuess(_ operation: Operation) -> Bool

  /// Returns `thread` to its beginning; the other threads are unaffected.
  func restart(_ thread: Int)

  /// Returns all threads, and everything that they share, to the beginning.
  func restartAll()

  /// Runs `thread` up to its next operation.
  ///
  /// - Parameter value: The value that its last operation read: the old value for a compare-exchange or an exchange, 0
  ///   for a store or a fence, and 0 at the beginning. A wait that has timed out gets a value that does not satisfy its
  ///   condition, and a weak compare-exchange that has failed spuriously gets ``Operation/failure``.
  func advance(_ thread: Int, with value: UInt) -> Action
}

extension Program {
  package var obstacle: ExplorationError? { nil }
  package var predecessors: [[Int]] { Array(repeating: [], count: threadCount) }
  package var symmetry: Symmetry { .none }
  package var keepsSymmetry: Bool { true }
  package var restartsTogether: Bool { false }
  package var mustRestart: Bool { false }

  package func isGuess(_ operation: Operation) -> Bool { false }

  package func restartAll() {
    for thread in 0..<threadCount { restart(thread) }
  }
}

/// A program whose threads are code with loops, which ``LoopFinder`` recognizes.
package protocol LoopingProgram: Program {
  /// Runs a thread up to the next operation that it requests.
  ///
  /// - Parameter isRepeated: Whether the thread gets the value for a repeated round of a loop, which has no event in
  ///   the graph.
  func resume(_ thread: Int, with value: UInt, isRepeated: Bool) -> Action

  /// Returns the words on the stack of a thread between two steps, with its registers. Returns an empty buffer if the
  /// system does not provide them, or if the thread has changed memory since it was last resumed.
  func stack(of thread: Int) -> UnsafeBufferPointer<UInt>

  /// Makes ``mustRestart`` true. Called only if the threads restart together.
  func requireRestart()
}

extension LoopingProgram {
  package func requireRestart() {}
}

/// The next action of a modeled thread.
package enum Action: Equatable, Sendable {
  case operation(Operation)
  case finished
  /// The thread has ended with a failed assertion or a trap. The program defines the meaning of the code.
  case failed(UInt)
}
