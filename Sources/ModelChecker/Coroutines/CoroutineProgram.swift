internal import CPlatform

/// A program whose threads are Swift closures, each run on a stack of its own, all on the thread that explores.
///
/// The closures are real code: what they do between two operations runs as it is. A restart abandons the thread's stack
/// and enters the closure afresh, so a closure that keeps anything outside its frame must set it anew at its beginning.
package final class CoroutineProgram: Program {
  package typealias Body = (ModeledThread) -> Void

  /// A closure as a field of a concrete type is two words, its function and its context. As a generic argument it would
  /// be wrapped, and the words would be the wrapper's.
  private struct Closure {
    let body: Body
  }

  private let closures: [Closure]
  private let after: [[Int]]
  private let initial: (Int) -> UInt
  /// Owned and freed here; the elements are plain words, and never move, because bodies hold their addresses.
  private let states: UnsafeMutablePointer<ModeledThreadState>

  /// - Parameters:
  ///   - bodies: one for each thread.
  ///   - predecessors: for each thread those that must have finished before it starts; nil for none.
  ///   - stackBytes: of each thread's stack. A page that is never touched costs nothing.
  ///   - initialValue: what a location holds before anybody has written.
  package init(
    _ bodies: [Body], predecessors: [[Int]]? = nil, stackBytes: Int = 256 << 10,
    initialValue: @escaping (Int) -> UInt = { _ in 0 }
  ) {
    precondition(predecessors == nil || predecessors?.count == bodies.count, "one list of predecessors a thread")
    closures = bodies.map(Closure.init)
    after = predecessors ?? bodies.map { _ in [] }
    initial = initialValue
    states = .allocate(capacity: bodies.count)
    for number in bodies.indices {
      guard let coroutine = cp_coroutine_make(stackBytes) else { fatalError("no memory for a stack") }
      (states + number).initialize(to: ModeledThreadState(number: number, coroutine: coroutine))
    }
  }

  deinit {
    for number in closures.indices { cp_coroutine_free(states[number].coroutine) }
    states.deallocate()
  }

  package var threadCount: Int { closures.count }

  package func predecessors(of thread: Int) -> [Int] { after[thread] }

  package func initialValue(of location: Int) -> UInt { initial(location) }

  package func restart(_ thread: Int) {
    // The closure is kept by `closures`, and the frame that it is abandoned in must not hold it too: so its words are
    // handed to C, which calls it without a retain.
    let (function, context) = unsafeBitCast(closures[thread], to: (UnsafeRawPointer, UnsafeRawPointer?).self)
    cp_coroutine_begin(states[thread].coroutine, function, context, states + thread)
  }

  package func advance(_ thread: Int, with value: UInt) -> Step {
    let state = states + thread
    state.pointee.value = value
    state.pointee.step = .finished
    _ = cp_coroutine_resume(state.pointee.coroutine)
    return state.pointee.step
  }
}
