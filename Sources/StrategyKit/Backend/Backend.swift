/// The primitives a strategy is written against. A strategy is written once and runs in any world: natively, on real
/// atomics, locks and once tokens; and in a model, where each operation is a step.
///
/// Every operation carries the source line it stands on, and every atomic one its ordering, as values.
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

/// What a strategy hands out: a name of an instance, not the instance. Equal handles name the same instance.
public protocol InstanceHandle: Equatable, Sendable {
  /// Not 0, which stands for nil.
  var word: UInt { get }
  /// nil for 0.
  init?(word: UInt)
}

/// Two classes are enough to show what inheritance does to a singleton.
public enum InstanceClass: UInt32, Sendable {
  case parent
  case child
}

/// One trial's memory. A strategy takes its primitives from it, always in the same order; all of them start as zero:
/// nil, false, unlocked, not yet run. A semaphore starts with one permit.
public protocol CellLayout {
  associatedtype B: Backend where B.Cell == Self

  mutating func plainMemory() -> B.PlainMemory
  mutating func atomicMemory() -> B.AtomicMemory
  mutating func lock() -> B.Lock
  mutating func recursiveLock() -> B.RecursiveLock
  /// `limit`: how long a wait may take, in milliseconds; nil = for ever.
  mutating func semaphore(limit: UInt64?) -> B.Semaphore
  mutating func onceToken() -> B.OnceToken
  mutating func pthreadOnce() -> B.PthreadOnce
  mutating func readerWriterLock() -> B.ReaderWriterLock
  mutating func lazyReference() -> B.LazyReference
  mutating func serialQueue() -> B.SerialQueue
  mutating func concurrentQueue() -> B.ConcurrentQueue
  /// One word for each calling thread.
  mutating func plainMemoryPerCaller() -> B.PlainMemoryPerCaller
}

/// A thread of a trial, and the life of the instances it makes.
public protocol CallingThread: Sendable {
  associatedtype Instance: InstanceHandle

  /// 0 ..< threads.
  var index: Int { get }

  /// The first step of an instance's life: memory, a class and a serial; a reference count of 1, for the maker.
  func allocate(_ class: InstanceClass, at site: SourceLine) -> Instance
  /// The second step, and the initializer's custom part: counted, and opaque to the optimizer.
  func initialize(_ instance: Instance, at site: SourceLine)
  /// Both steps in one, before anybody else can see the instance.
  func make(_ class: InstanceClass, at site: SourceLine) -> Instance
  func `class`(of instance: Instance) -> InstanceClass

  func retain(_ instance: Instance, at site: SourceLine)
  /// The last release ends the instance's life.
  func release(_ instance: Instance, at site: SourceLine)
  /// What a weak load does: false where the life has ended.
  func retainIfAlive(_ instance: Instance, at site: SourceLine) -> Bool

  /// A failed assertion: ends the process.
  func fail(_ message: StaticString) -> Never
}

public protocol PlainWord: Sendable {
  func load(at site: SourceLine) -> UInt
  func store(_ word: UInt, at site: SourceLine)
}

public protocol PlainWords: Sendable {
  associatedtype Word: PlainWord
  /// The word of the caller with this index.
  subscript(caller: Int) -> Word { get }
}

public protocol AtomicWord: Sendable {
  func load(_ ordering: LoadOrdering, at site: SourceLine) -> UInt
  func store(_ word: UInt, _ ordering: StoreOrdering, at site: SourceLine)
  /// Strong: fails only where the word is another. `original` is what was found.
  func compareExchange(
    expected: UInt, desired: UInt, success: UpdateOrdering, failure: LoadOrdering, at site: SourceLine
  ) -> (exchanged: Bool, original: UInt)
  /// Returns when a load finds this word: a spin loop, told apart because a model must not run it as one.
  func wait(until word: UInt, _ ordering: LoadOrdering, at site: SourceLine)
}

public enum LoadOrdering: Sendable { case relaxed, acquiring, sequentiallyConsistent }
public enum StoreOrdering: Sendable { case relaxed, releasing, sequentiallyConsistent }
public enum UpdateOrdering: Sendable {
  case relaxed, acquiring, releasing, acquiringAndReleasing, sequentiallyConsistent
}

/// One thread at a time; asking for it twice is a mistake of the program.
public protocol MutualExclusion: Sendable {
  func whileHeld<R>(at site: SourceLine, _ body: () -> R) -> R
}

/// One thread at a time, which may ask again.
public protocol ReentrantExclusion: Sendable {
  associatedtype Caller
  func whileHeld<R>(by caller: Caller, at site: SourceLine, _ body: () -> R) -> R
}

public protocol BinarySemaphore: Sendable {
  /// False where the limit was reached.
  func wait(at site: SourceLine) -> Bool
  func signal(at site: SourceLine)
}

/// What `pthread_once` does if its function calls it again.
public enum PthreadOnceReentry {
  /// Apple's implementation recognizes the caller and stops the process; those of glibc and musl wait forever.
  public static var stopsProcess: Bool {
    #if canImport(Darwin)
      true
    #else
      false
    #endif
  }
}

public protocol OneTimeToken: Sendable {
  /// The first caller runs the body; everybody returns after it has run. The body gets what it needs handed to it, as a C
  /// function does: what it captured would be written down by every access, the body run or not.
  /// What the body returned, where this caller ran it.
  func run<Context, Result>(with context: Context, at site: SourceLine, _ body: (Context) -> Result) -> Result?
}

public protocol SharedExclusion: Sendable {
  /// nil where the lock answers that this thread would wait for itself.
  func whileReading<R>(at site: SourceLine, _ body: () -> R) -> R?
  func whileWriting<R>(at site: SourceLine, _ body: () -> R) -> R?
}

/// nil at first; the first store wins, and no other changes it.
public protocol PublishOnceReference: Sendable {
  associatedtype Caller: CallingThread
  func load(_ caller: Caller, at site: SourceLine) -> Caller.Instance?
  /// Returns what the reference holds: the instance stored, or the winner's.
  func storeIfNil(_ instance: Caller.Instance, _ caller: Caller, at site: SourceLine) -> Caller.Instance
}

public protocol SerialExecution: Sendable {
  func sync<R>(at site: SourceLine, _ body: () -> R) -> R
}

public protocol BarrierExecution: Sendable {
  func sync<R>(at site: SourceLine, _ body: () -> R) -> R
  func syncBarrier<R>(at site: SourceLine, _ body: () -> R) -> R
}
