import SingletonModelChecker

/// The meaning of an event to a reader, stored as the tag of its operation.
package enum StepKind: UInt32, Sendable {
  case none
  case variable
  case atomicVariable
  case spinWait
  case lock, unlock
  case semaphoreWait, semaphoreSignal
  case onceLook, onceBegin, onceWait, onceEnd
  case readLock, readUnlock, writeLock, writeUnlock
  case lazyReferenceLoad, lazyReferenceStore
  /// The custom part of an initializer, which fills the field of the instance.
  case initialize
  /// A caller's read of the field of an instance that it got.
  case look
  case retain, weakRetain, release
  /// The end of an instance's lifetime.
  case destroy
  /// A result that a thread keeps from one phase of a scenario to the next, outside the strategy's memory.
  case note
}
