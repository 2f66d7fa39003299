/// The primitives a strategy is written against. A strategy is written once and runs in any world: natively, on real
/// atomics, locks and once tokens; and in a model, where each operation is a step.
///
/// Every operation carries the source line it stands on, and every atomic one its ordering, as values.
package protocol World: Sendable {
  associatedtype Instance: InstanceHandle
  associatedtype Caller: CallingThread where Caller.Instance == Instance
  associatedtype Cell: CellLayout where Cell.W == Self
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

/// The line of a strategy's source on which an operation stands.
package typealias Site = UInt

/// What a strategy hands out: a name of an instance, not the instance. Equal handles name the same instance.
package protocol InstanceHandle: Equatable, Sendable {
  /// Not 0, which stands for nil.
  var word: UInt { get }
  /// nil for 0.
  init?(word: UInt)
}

/// Two classes are enough to show what inheritance does to a singleton.
package enum InstanceClass: UInt32, Sendable {
  case parent
  case child
}

/// One trial's memory. A strategy takes its primitives from it, always in the same order; all of them start as zero:
/// nil, false, unlocked, not yet run. A semaphore starts with one permit.
package protocol CellLayout {
  associatedtype W: World where W.Cell == Self

  mutating func plainMemory() -> W.PlainMemory
  mutating func atomicMemory() -> W.AtomicMemory
  mutating func lock() -> W.Lock
  mutating func recursiveLock() -> W.RecursiveLock
  /// `limit`: how long a wait may take, in milliseconds; nil = for ever.
  mutating func semaphore(limit: UInt64?) -> W.Semaphore
  mutating func onceToken() -> W.OnceToken
  mutating func pthreadOnce() -> W.PthreadOnce
  mutating func readerWriterLock() -> W.ReaderWriterLock
  mutating func lazyReference() -> W.LazyReference
  mutating func serialQueue() -> W.SerialQueue
  mutating func concurrentQueue() -> W.ConcurrentQueue
  /// One word for each calling thread.
  mutating func plainMemoryPerCaller() -> W.PlainMemoryPerCaller
}

/// A thread of a trial, and the life of the instances it makes.
package protocol CallingThread: Sendable {
  associatedtype Instance: InstanceHandle

  /// 0 ..< threads.
  var index: Int { get }

  /// The first step of an instance's life: memory, a class and a serial; a reference count of 1, for the maker.
  func allocate(_ class: InstanceClass, at site: Site) -> Instance
  /// The second step, and the initialiser's custom part: counted, and opaque to the optimiser.
  func initialise(_ instance: Instance, at site: Site)
  /// Both steps in one, before anybody else can see the instance.
  func make(_ class: InstanceClass, at site: Site) -> Instance
  func `class`(of instance: Instance) -> InstanceClass

  func retain(_ instance: Instance, at site: Site)
  /// The last release ends the instance's life.
  func release(_ instance: Instance, at site: Site)
  /// What a weak load does: false where the life has ended.
  func retainIfAlive(_ instance: Instance, at site: Site) -> Bool

  /// A failed assertion: ends the process.
  func fail(_ message: StaticString) -> Never
}

package protocol PlainWord: Sendable {
  func load(at site: Site) -> UInt
  func store(_ word: UInt, at site: Site)
}

package protocol PlainWords: Sendable {
  associatedtype Word: PlainWord
  /// The word of the caller with this index.
  subscript(caller: Int) -> Word { get }
}

package protocol AtomicWord: Sendable {
  func load(_ ordering: LoadOrdering, at site: Site) -> UInt
  func store(_ word: UInt, _ ordering: StoreOrdering, at site: Site)
  /// Strong: fails only where the word is another. `original` is what was found.
  func compareExchange(
    expected: UInt, desired: UInt, success: UpdateOrdering, failure: LoadOrdering, at site: Site
  ) -> (exchanged: Bool, original: UInt)
  /// Returns when a load finds this word: a spin loop, told apart because a model must not run it as one.
  func wait(until word: UInt, _ ordering: LoadOrdering, at site: Site)
}

package enum LoadOrdering: Sendable { case relaxed, acquiring, sequentiallyConsistent }
package enum StoreOrdering: Sendable { case relaxed, releasing, sequentiallyConsistent }
package enum UpdateOrdering: Sendable {
  case relaxed, acquiring, releasing, acquiringAndReleasing, sequentiallyConsistent
}

/// One thread at a time; asking for it twice is a mistake of the program.
package protocol MutualExclusion: Sendable {
  func whileHeld<R>(at site: Site, _ body: () -> R) -> R
}

/// One thread at a time, which may ask again.
package protocol ReentrantExclusion: Sendable {
  associatedtype Caller
  func whileHeld<R>(by caller: Caller, at site: Site, _ body: () -> R) -> R
}

package protocol BinarySemaphore: Sendable {
  /// False where the limit was reached.
  func wait(at site: Site) -> Bool
  func signal(at site: Site)
}

package protocol OneTimeToken: Sendable {
  /// The first caller runs the body; everybody returns after it has run. The body gets what it needs handed to it, as a C
  /// function does: what it captured would be written down by every access, the body run or not.
  /// What the body returned, where this caller ran it.
  func run<Context, Result>(with context: Context, at site: Site, _ body: (Context) -> Result) -> Result?
}

package protocol SharedExclusion: Sendable {
  /// nil where the lock answers that this thread would wait for itself.
  func whileReading<R>(at site: Site, _ body: () -> R) -> R?
  func whileWriting<R>(at site: Site, _ body: () -> R) -> R?
}

/// nil at first; the first store wins, and no other changes it.
package protocol PublishOnceReference: Sendable {
  associatedtype Caller: CallingThread
  func load(_ caller: Caller, at site: Site) -> Caller.Instance?
  /// Returns what the reference holds: the instance stored, or the winner's.
  func storeIfNil(_ instance: Caller.Instance, _ caller: Caller, at site: Site) -> Caller.Instance
}

package protocol SerialExecution: Sendable {
  func sync<R>(at site: Site, _ body: () -> R) -> R
}

package protocol BarrierExecution: Sendable {
  func sync<R>(at site: Site, _ body: () -> R) -> R
  func syncBarrier<R>(at site: Site, _ body: () -> R) -> R
}
