import SingletonCore
import SingletonStrategyKit

/// `mutex`: looks, builds and reads its result under a lock.
struct Locked<B: Backend, C: LockedChange>: Mutant {
  let lock: B.Lock
  let instance: Variable<B>

  init(_ cell: inout B.Cell) { (lock, instance) = (cell.lock(), cell.variable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? { C.shared(self, caller) }

  @inline(__always)
  func look(_ caller: B.Caller) -> B.Instance? {
    if instance.load() == nil { instance.store(caller.make()) }
    return instance.load()
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { Locked<O, C>.self }
  static var mutation: Mutation { C.mutation }
}

protocol LockedChange: Change {
  static func shared<B>(_ its: Locked<B, Self>, _ caller: B.Caller) -> B.Instance?
}

/// The defect needs the fourth thread, which is one of sixteen.
enum OneInSixteenUnlocked: LockedChange {
  static let mutation = Mutation(
    "one-in-sixteen-unlocked", of: "mutex", "one thread of sixteen, the fourth, does not lock",
    expects: [.firstAccess: .defect(.instances, leastThreads: 4, onWeakMemory: [.race, .halfBuilt])])

  static func shared<B>(_ its: Locked<B, Self>, _ caller: B.Caller) -> B.Instance? {
    caller.index % 16 == 3 ? its.look(caller) : its.lock.whileHeld { its.look(caller) }
  }
}

/// Nothing changes: only the first thread in the lock has ever written, and every other locked after it.
enum ReadAfterUnlock: LockedChange {
  static let mutation = Mutation(
    "read-after-unlock", of: "mutex", "reads its result after it has released the lock", shownUnder: nil,
    expects: [.firstAccess: .sound])

  static func shared<B>(_ its: Locked<B, Self>, _ caller: B.Caller) -> B.Instance? {
    its.lock.whileHeld {
      if its.instance.load() == nil { its.instance.store(caller.make()) }
    }
    return its.instance.load()
  }
}

/// Nothing changes: no other thread writes while this one holds the lock.
enum LookRepeated: LockedChange {
  static let mutation = Mutation(
    "look-repeated", of: "mutex", "looks once more under the lock before it stores", shownUnder: nil,
    expects: [.firstAccess: .sound])

  static func shared<B>(_ its: Locked<B, Self>, _ caller: B.Caller) -> B.Instance? {
    its.lock.whileHeld {
      if its.instance.load() == nil {
        let built = caller.make()
        if its.instance.load() == nil { its.instance.store(built) }
      }
      return its.instance.load()
    }
  }
}

/// `mutex` with a lock that is biased: thread 0 enters without locking, until another thread asks it not to.
///
/// Thread 0 says that it is inside and then looks whether it was asked; another says that it asks and then looks
/// whether thread 0 is inside. One of them sees the other, unless a processor looks before its store has left it.
struct BiasedLocked<B: Backend, C: BiasedLockChange>: Mutant {
  private let lock: B.Lock
  private let isInside: B.AtomicMemory
  private let isRevoked: B.AtomicMemory
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) {
    (lock, isInside, isRevoked) = (cell.lock(), cell.atomicMemory(), cell.atomicMemory())
    instance = cell.variable()
  }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? { caller.index == 0 ? sharedByFirst(caller) : sharedByOther(caller) }

  @inline(__always)
  private func sharedByFirst(_ caller: B.Caller) -> B.Instance? {
    isInside.store(1, C.saying)
    if isRevoked.load(C.looking) == 0 {
      let found = look(caller)
      isInside.store(0, .releasing)
      return found
    }
    isInside.store(0, .releasing)
    return lock.whileHeld { look(caller) }
  }

  @inline(__always)
  private func sharedByOther(_ caller: B.Caller) -> B.Instance? {
    lock.whileHeld {
      isRevoked.store(1, C.saying)
      isInside.wait(until: 0, C.looking)
      return look(caller)
    }
  }

  @inline(__always)
  private func look(_ caller: B.Caller) -> B.Instance? {
    if instance.load() == nil { instance.store(caller.make()) }
    return instance.load()
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { BiasedLocked<O, C>.self }
  static var mutation: Mutation { C.mutation }
}

protocol BiasedLockChange: Change {
  static var saying: StoreOrdering { get }
  static var looking: LoadOrdering { get }
}

/// Nothing changes: of two sequentially consistent pairs of a store and a load, one load sees the other's store.
enum BiasedLock: BiasedLockChange {
  static let mutation = Mutation(
    "biased-lock", of: "mutex", "takes a lock that is biased to one thread", shownUnder: nil,
    expects: [.firstAccess: .sound])

  static var saying: StoreOrdering { .sequentiallyConsistent }
  static var looking: LoadOrdering { .sequentiallyConsistent }
}

/// Both threads look before the other's store arrives: the one reordering that x86 shows.
enum BiasedLockReleased: BiasedLockChange {
  static let mutation = Mutation(
    "biased-lock-released", of: "mutex", "takes a biased lock that releases and acquires but has no total order",
    shownUnder: .tso, expects: [.firstAccess: .defect(.instances, onWeakMemory: [.race, .halfBuilt])])

  static var saying: StoreOrdering { .releasing }
  static var looking: LoadOrdering { .acquiring }
}

/// Many threads hold the shared lock at the same time, and each of them builds.
struct BuiltByReaders<B: Backend>: Mutant {
  private let lock: B.ReaderWriterLock
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) { (lock, instance) = (cell.readerWriterLock(), cell.variable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    let found = lock.whileReading {
      if instance.load() == nil { instance.store(caller.make()) }
      return instance.load()
    }
    guard let found else { caller.fail("built-by-readers: this thread holds the lock already\n") }
    return found
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { BuiltByReaders<O>.self }
  static var mutation: Mutation {
    Mutation(
      "built-by-readers", of: "reader-writer-lock", "builds while it holds the lock for reading only",
      expects: [.firstAccess: .defect(.instances, onWeakMemory: [.race, .halfBuilt])])
  }
}

/// Only the thread's own initializer can notice that the thread has not seen what the witness claims.
struct WitnessBeforeInstance<B: Backend>: Mutant {
  private let lock: B.Lock
  private let instance: Variable<B>
  private let witnesses: FlagPerCaller<B>

  init(_ cell: inout B.Cell) { (lock, instance, witnesses) = (cell.lock(), cell.variable(), cell.flagPerCaller()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    let witness = witnesses.of(caller)
    if witness.isSet() { return instance.load() }
    return lock.whileHeld {
      witness.set()
      if instance.load() == nil { instance.store(caller.make()) }
      return instance.load()
    }
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { WitnessBeforeInstance<O>.self }
  static var mutation: Mutation {
    Mutation(
      "witness-before-instance", of: "thread-local-witness", "sets the thread's witness before it has the instance",
      expects: [.firstAccess: .sound, .reentrant: .defect(.nilResults, leastThreads: 1)])
  }
}

/// Two stores in the wrong order, one right after the other, of one witness for all threads: a double-checked lock on a
/// plain flag.
struct FlagBeforeStore<B: Backend>: Mutant {
  private let lock: B.Lock
  private let instance: Variable<B>
  private let witness: Flag<B>

  init(_ cell: inout B.Cell) { (lock, instance, witness) = (cell.lock(), cell.variable(), cell.flag()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if witness.isSet() { return instance.load() }
    return lock.whileHeld {
      if witness.isSet() { return instance.load() }
      let built = caller.make()
      witness.set()
      instance.store(built)
      return built
    }
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { FlagBeforeStore<O>.self }
  static var mutation: Mutation {
    Mutation(
      "flag-before-store", of: "thread-local-witness",
      "has one witness for all threads, and sets it before the store",
      expects: [.firstAccess: .defect(.nilResults, onWeakMemory: [.race, .halfBuilt])])
  }
}
