internal import CSingletonPlatform

/// The handle through which the body of a modeled thread performs operations.
///
/// It is one word, and remains valid as long as the program. A body may be abandoned at any operation, when its thread
/// is restarted. Its frames then vanish without releasing anything, so they must hold only plain words and handles. No
/// exclusive access may be in progress during an operation, such as an `inout` argument or a `withUnsafe...` call on a
/// property of a class.
package struct ModeledThread: @unchecked Sendable {
  // Unchecked: everything runs on the exploring thread, and a body does not pass its handle to another thread.
  let state: UnsafeMutablePointer<ModeledThreadState>

  /// The index of the thread in its program.
  package var number: Int { state.pointee.number }

  /// Whether the last operation was one more round of a loop, of which there is no event.
  package var isRepeated: Bool { state.pointee.isRepeated }

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

/// The words shared by a modeled thread and the exploration. They have their own memory, so that no access to an object
/// is in progress while stacks are switched.
struct ModeledThreadState {
  let number: Int
  let coroutine: OpaquePointer
  /// The next step of the thread.
  var step = Action.finished
  /// The value that the last operation read.
  var value: UInt = 0
  /// Whether the graph has no event of that operation.
  var isRepeated = false
}
