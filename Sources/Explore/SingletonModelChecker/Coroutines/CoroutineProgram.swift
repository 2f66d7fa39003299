internal import CSingletonPlatform

/// A program whose threads are Swift closures. Each closure has its own stack, but all of them run on the exploring
/// thread.
///
/// The closures are real code: everything that they do between two operations is executed. A restart abandons the stack
/// of a thread and calls the closure again, so a closure that keeps state outside its stack must reset it at its
/// beginning.
package final class CoroutineProgram: LoopingProgram {
  package typealias Body = (ModeledThread) -> Void

  /// A wrapper that gives a closure its two-word representation, function and context.
  ///
  /// If the closure itself were the generic argument, it would be wrapped in a reabstraction thunk, and the words would
  /// be those of the thunk.
  private struct Closure {
    let body: Body
  }

  private let closures: [Closure]
  package let predecessors: [[Int]]
  private let initial: (Int) -> UInt
  package let symmetry: Symmetry
  private let agreesWithSymmetry: () -> Bool
  /// The states of the threads. They are plain words that never move, because the bodies hold their addresses.
  private let states: UnsafeMutablePointer<ModeledThreadState>
  /// The number of threads that have a stack and a state. It is smaller than the number of threads only if memory ran
  /// out.
  private let stateCount: Int
  package let obstacle: ExplorationError?
  private var loopFinder: LoopFinder?

  /// - Parameters:
  ///   - bodies: The closure of each thread.
  ///   - predecessors: For each thread, the threads that must have finished before it starts; `nil` for none.
  ///   - symmetry: The threads that are interchangeable.
  ///   - agreesWithSymmetry: Returns whether everything that the threads have done so far agrees with their symmetry.
  ///   - openLoops: Collects the loops whose rounds are not all explored; `nil` if the bodies contain no loops except
  ///     those written as waits.
  ///   - stackBytes: The size of each thread's stack. Pages that are never touched cost nothing.
  ///   - initialValue: Returns the value of a location before the first write.
  package init(
    _ bodies: [Body], predecessors: [[Int]]? = nil, symmetry: Symmetry = .none,
    agreesWithSymmetry: @escaping () -> Bool = { true }, openLoops: OpenLoops? = nil, stackBytes: Int = 256 << 10,
    initialValue: @escaping (Int) -> UInt = { _ in 0 }
  ) {
    precondition(predecessors == nil || predecessors?.count == bodies.count, "one list of predecessors per thread")
    closures = bodies.map(Closure.init)
    self.predecessors = predecessors ?? bodies.map { _ in [] }
    initial = initialValue
    self.symmetry = symmetry
    self.agreesWithSymmetry = agreesWithSymmetry
    states = .allocate(capacity: bodies.count)
    var count = 0
    while count < bodies.count, let coroutine = cp_coroutine_make(stackBytes) {
      (states + count).initialize(to: ModeledThreadState(number: count, coroutine: coroutine))
      count += 1
    }
    stateCount = count
    obstacle = count < bodies.count ? .noStack(byteCount: stackBytes) : nil
    loopFinder = openLoops.map { LoopFinder(self, open: $0) }
  }

  deinit {
    for number in 0..<stateCount { cp_coroutine_free(states[number].coroutine) }
    states.deallocate()
  }

  package var threadCount: Int { closures.count }

  package var keepsSymmetry: Bool { agreesWithSymmetry() }

  package func initialValue(of location: Int) -> UInt { initial(location) }

  package func isGuess(_ operation: Operation) -> Bool { loopFinder?.open.isGuess(operation) ?? false }

  package func restart(_ thread: Int) {
    // `closures` keeps the closure alive. A frame that a restart abandons must not retain it too, so its two words are
    // passed to C, which calls it without a retain. The cast is safe because a closure is a function and a context.
    let (function, context) = unsafeBitCast(closures[thread], to: (UnsafeRawPointer, UnsafeRawPointer?).self)
    cp_coroutine_begin(states[thread].coroutine, function, context, states + thread)
    loopFinder?.restart(thread)
  }

  package func advance(_ thread: Int, with value: UInt) -> Action {
    let step = resume(thread, with: value, isRepeated: false)
    return loopFinder?.step(step, of: thread, after: value) ?? step
  }

  package func resume(_ thread: Int, with value: UInt, isRepeated: Bool) -> Action {
    let state = states + thread
    state.pointee.value = value
    state.pointee.step = .finished
    _ = cp_coroutine_resume(state.pointee.coroutine)
    return state.pointee.step
  }

  package func stack(of thread: Int) -> UnsafeBufferPointer<UInt> {
    var count = 0
    let words = cp_coroutine_stack(states[thread].coroutine, &count)
    return UnsafeBufferPointer(start: words, count: count)
  }
}

/// The handle with which the body of a modeled thread performs operations.
///
/// It is one word, and it remains valid as long as the program. A body may be abandoned at any operation, when its
/// thread is restarted. Its frames then vanish without releasing anything, so they must contain only plain words and
/// handles. During an operation, no exclusive access may be in progress, such as an `inout` argument or a
/// `withUnsafe...` call on a property of a class.
package struct ModeledThread: @unchecked Sendable {
  // Unchecked: everything runs on the exploring thread, and a body does not pass its handle to another thread.
  let state: UnsafeMutablePointer<ModeledThreadState>

  /// The index of the thread in its program.
  package var number: Int { state.pointee.number }

  /// Performs an operation.
  ///
  /// - Returns: The value read: the old value for an exchange or a compare-exchange, 0 for a store or a fence.
  @inline(__always)
  package func perform(_ operation: Operation) -> UInt {
    state.pointee.step = .operation(operation)
    cp_coroutine_yield(state.pointee.coroutine)
    return state.pointee.value
  }

  /// Ends the thread with a failed step, which makes the execution a finding.
  package func fail(_ code: UInt) -> Never {
    state.pointee.step = .failed(code)
    while true { cp_coroutine_yield(state.pointee.coroutine) }
  }
}

/// The words that a modeled thread and the exploration share. They are in separate memory, so that no access to an
/// object is in progress while stacks are switched.
struct ModeledThreadState {
  let number: Int
  let coroutine: OpaquePointer
  /// The next step of the thread.
  var step = Action.finished
  /// The value that the last operation read.
  var value: UInt = 0
}
