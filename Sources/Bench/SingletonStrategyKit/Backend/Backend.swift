/// The primitives that strategies use.
///
/// A strategy is written once and runs in any backend: natively, on real atomics, locks, and once tokens, or in a
/// model, where each operation is a step. Every atomic operation gets its memory order as a value.
///
/// A requirement whose name begins with an underscore has a parameter for the source line of the call. Backends
/// implement these requirements. Strategies call the methods of the same names without the underscore, which pass the
/// line of the call.
public protocol Backend: Sendable {
  associatedtype Instance: InstanceHandle
  associatedtype Caller: CallingThread where Caller.Instance == Instance
  associatedtype Cell: CellLayout where Cell.B == Self
  associatedtype PlainMemory: PlainWord
  associatedtype PlainMemoryPerCaller: PlainWords where PlainMemoryPerCaller.Word == PlainMemory
  associatedtype AtomicMemory: AtomicWord
  associatedtype Lock: MutualExclusion
  associatedtype RecursiveLock: ReentrantExclusion where RecursiveLock.Caller == Caller
  associatedtype Semaphore: BinarySemaphore
  associatedtype OnceToken: OneTimeToken
  associatedtype PthreadOnce: OneTimeToken
  associatedtype ReaderWriterLock: SharedExclusion
  associatedtype LazyReference: PublishOnceReference where LazyReference.Caller == Caller
  associatedtype SerialQueue: SerialExecution
  associatedtype ConcurrentQueue: BarrierExecution
}

/// A handle that names an instance. Equal handles name the same instance.
public protocol InstanceHandle: Equatable, Sendable {
  /// The handle as a word, which is never 0, because 0 stands for `nil`.
  var word: UInt { get }
  /// Creates a handle from a word, or returns `nil` if the word is 0.
  init?(word: UInt)
}

/// The class of an instance. There are only two, because two classes are enough to show how inheritance affects a
/// singleton.
public enum InstanceClass: UInt32, Sendable {
  case parent
  case child
}

/// The memory of one trial.
///
/// A strategy takes its primitives from the cell, always in the same order. Every primitive begins in the state that is
/// all zeroes: `nil`, false, unlocked, or not yet run. A semaphore begins with one permit.
public protocol CellLayout {
  associatedtype B: Backend where B.Cell == Self

  mutating func plainMemory() -> B.PlainMemory
  mutating func atomicMemory() -> B.AtomicMemory
  mutating func lock() -> B.Lock
  mutating func recursiveLock() -> B.RecursiveLock
  /// - Parameter limit: The longest wait in milliseconds, or `nil` if a wait may take forever.
  mutating func semaphore(limit: UInt64?) -> B.Semaphore
  mutating func onceToken() -> B.OnceToken
  mutating func pthreadOnce() -> B.PthreadOnce
  mutating func readerWriterLock() -> B.ReaderWriterLock
  mutating func lazyReference() -> B.LazyReference
  mutating func serialQueue() -> B.SerialQueue
  mutating func concurrentQueue() -> B.ConcurrentQueue
  /// Returns memory with one word for each calling thread.
  mutating func plainMemoryPerCaller() -> B.PlainMemoryPerCaller
}

/// A thread of a trial. It creates instances and counts references to them.
public protocol CallingThread: Sendable {
  associatedtype Instance: InstanceHandle

  /// The thread's index, from 0 to one less than the number of threads.
  var index: Int { get }
  /// The index, for an access to memory that no other calling thread accesses. A model can then treat the threads as
  /// interchangeable.
  var _ownIndex: Int { get }

  /// Allocates an instance: gives it memory, a class, a serial, and a reference count of 1 for the caller.
  func _allocate(_ class: InstanceClass, at site: SourceLine) -> Instance
  /// Runs an instance's initializer after the allocation. The run is counted, and the optimizer cannot see into it.
  func _initialize(_ instance: Instance, at site: SourceLine)
  /// Throws if the most recent initializer threw: it failed, or an accessor that it called was refused.
  func rethrowRefusal() throws(Refusal)
  /// Allocates an instance and initializes it before any other thread can see it.
  func _make(_ class: InstanceClass, at site: SourceLine) -> Instance
  func `class`(of instance: Instance) -> InstanceClass

  func _retain(_ instance: Instance, at site: SourceLine)
  /// Releases one reference. The last release destroys the instance.
  func _release(_ instance: Instance, at site: SourceLine)
  /// Retains an instance as a weak load does. Returns `false` if the instance has been destroyed.
  func _retainIfAlive(_ instance: Instance, at site: SourceLine) -> Bool

  /// Reports a failed assertion and ends the process.
  func fail(_ message: StaticString) -> Never
}

public protocol PlainWord: Sendable {
  func _load(at site: SourceLine) -> UInt
  func _store(_ word: UInt, at site: SourceLine)
}

public protocol PlainWords: Sendable {
  associatedtype Word: PlainWord
  /// The number of calling threads.
  var count: Int { get }
  /// The word of the caller with this index.
  subscript(caller: Int) -> Word { get }
}

public protocol AtomicWord: Sendable {
  func _load(_ ordering: LoadOrdering, at site: SourceLine) -> UInt
  func _store(_ word: UInt, _ ordering: StoreOrdering, at site: SourceLine)
  /// Exchanges the word if it equals `expected`. The exchange is strong: it does not fail spuriously.
  ///
  /// - Returns: Whether the word was exchanged, and the word that was found.
  func _compareExchange(
    expected: UInt, desired: UInt, success: UpdateOrdering, failure: LoadOrdering, at site: SourceLine
  ) -> (exchanged: Bool, original: UInt)
  /// Spins until a load finds this word.
  ///
  /// This is a single operation, so that a model can treat it as a wait and not as an endless loop.
  func _wait(until word: UInt, _ ordering: LoadOrdering, at site: SourceLine)
}

public enum LoadOrdering: Sendable { case relaxed, acquiring, sequentiallyConsistent }
public enum StoreOrdering: Sendable { case relaxed, releasing, sequentiallyConsistent }
public enum UpdateOrdering: Sendable {
  case relaxed, acquiring, releasing, acquiringAndReleasing, sequentiallyConsistent
}

/// A lock that one thread at a time can hold. A thread that holds the lock must not lock it again.
public protocol MutualExclusion: Sendable {
  func _whileHeld<R>(at site: SourceLine, _ body: () -> R) -> R
}

/// A lock that one thread at a time can hold. The thread that holds it can lock it again.
public protocol ReentrantExclusion: Sendable {
  associatedtype Caller
  func _whileHeld<R>(by caller: Caller, at site: SourceLine, _ body: () -> R) -> R
}

public protocol BinarySemaphore: Sendable {
  /// Waits for a permit, and returns `false` if the time limit was reached.
  func _wait(at site: SourceLine) -> Bool
  func _signal(at site: SourceLine)
}

public protocol OneTimeToken: Sendable {
  /// Runs the body in the first call. Every caller returns after the body has run.
  ///
  /// - Parameter context: The values that the body needs. They are passed separately, as to a C function: a closure
  ///   that captured them would write them to memory in every access, even in those that do not run the body.
  /// - Returns: The body's result if this call ran it, otherwise `nil`.
  func _run<Context, Result>(with context: Context, at site: SourceLine, _ body: (Context) -> Result) -> Result?
}

public protocol SharedExclusion: Sendable {
  /// Runs the body while this thread shares the lock with other readers. Returns `nil` if the lock reports that this
  /// thread would wait for itself.
  func _whileReading<R>(at site: SourceLine, _ body: () -> R) -> R?
  /// Runs the body while only this thread holds the lock. Returns `nil` if the lock reports that this thread would wait
  /// for itself.
  func _whileWriting<R>(at site: SourceLine, _ body: () -> R) -> R?
}

/// A reference that is `nil` until the first store. Later stores do not change it.
public protocol PublishOnceReference: Sendable {
  associatedtype Caller: CallingThread
  func _load(_ caller: Caller, at site: SourceLine) -> Caller.Instance?
  /// Stores the instance if the reference is `nil`. Returns the instance that the reference holds afterward.
  func _storeIfNil(_ instance: Caller.Instance, _ caller: Caller, at site: SourceLine) -> Caller.Instance
}

public protocol SerialExecution: Sendable {
  func _sync<R>(at site: SourceLine, _ body: () -> R) -> R
}

public protocol BarrierExecution: Sendable {
  func _sync<R>(at site: SourceLine, _ body: () -> R) -> R
  func _syncBarrier<R>(at site: SourceLine, _ body: () -> R) -> R
}
