internal import CPlatform

/// What the body of a modeled thread has in its hands: the way to do operations.
///
/// It is a word, and stays good for as long as the program. A body may be abandoned at any operation, when its thread is
/// restarted: its frames then vanish without a release, so what they hold must be words and handles. And no exclusive
/// access may be open while an operation is done: no `inout` argument or `withUnsafe...` of a class's property round it.
package struct ModeledThread: @unchecked Sendable {
  // Unchecked: everything runs on the one thread that explores; a body does not hand its own to another.
  let state: UnsafeMutablePointer<ModeledThreadState>

  /// The number of the thread in its program.
  package var number: Int { state.pointee.number }

  /// Does an operation, and returns what it read: for an exchange or a compare-exchange the old value, 0 for a store or a
  /// fence.
  @inline(__always)
  package func perform(_ operation: Operation) -> UInt {
    state.pointee.step = .operation(operation)
    cp_coroutine_yield(state.pointee.coroutine)
    return state.pointee.value
  }

  /// Ends the thread here; the execution is a finding.
  package func fail(_ code: UInt) -> Never {
    state.pointee.step = .failed(code)
    while true { cp_coroutine_yield(state.pointee.coroutine) }
  }
}

/// The words between a modeled thread and the exploration. They lie in memory of their own, so that no access to an
/// object is open while stacks are switched.
struct ModeledThreadState {
  let number: Int
  let coroutine: OpaquePointer
  /// What the thread does next.
  var step = Step.finished
  /// What its last operation has read.
  var value: UInt = 0
}
