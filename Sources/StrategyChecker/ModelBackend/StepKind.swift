import ModelChecker

/// What an event of the graph means to a reader; it travels as the operation's tag.
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
  /// The initializer's custom part fills the instance's field.
  case initialize
  /// A caller reads the field of what it got.
  case look
  case retain, weakRetain, release
  /// The end of an instance's life.
  case destroy
  /// What a thread keeps from one phase of a scenario to the next: no memory of the strategy's.
  case note
}
