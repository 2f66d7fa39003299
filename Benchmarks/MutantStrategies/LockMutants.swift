import SingletonCore
import SingletonStrategyKit

// Mutants of strategies that lock in every access: `mutex`, `reader-writer-lock`, `barrier-queue`, and
// `thread-local-witness`, which locks until a thread has seen the instance.

/// The other thread can look in between, and sees nothing either.
struct LockReleasedBetween<B: Backend>: Mutant {
  private let lock: B.Lock
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) { (lock, instance) = (cell.lock(), cell.variable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if let found = lock.whileHeld({ instance.load() }) { return found }
    return lock.whileHeld {
      instance.store(caller.make())
      return instance.load()
    }
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { LockReleasedBetween<O>.self }
  static var mutation: Mutation {
    Mutation(
      "lock-released-between", of: "mutex", "looks under the lock, releases it, and builds under it again",
      shownUnder: .sc, expects: [.firstAccess: .defect(.instances)])
  }
}

/// The defect needs the fourth thread, which is one of sixteen.
struct OneInSixteenUnlocked<B: Backend>: Mutant {
  private let lock: B.Lock
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) { (lock, instance) = (cell.lock(), cell.variable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    caller.index % 16 == 3 ? look(caller) : lock.whileHeld { look(caller) }
  }

  @inline(__always)
  private func look(_ caller: B.Caller) -> B.Instance? {
    if instance.load() == nil { instance.store(caller.make()) }
    return instance.load()
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { OneInSixteenUnlocked<O>.self }
  static var mutation: Mutation {
    Mutation(
      "one-in-sixteen-unlocked", of: "mutex", "one thread of sixteen, the fourth, does not lock",
      shownUnder: .sc,
      expects: [.firstAccess: .defect(.instances, leastThreads: 4, onWeakMemory: [.race, .halfBuilt])])
  }
}

/// Nothing changes: only the first thread in the lock has ever written, and every other locked after it.
struct ReadAfterUnlock<B: Backend>: Mutant {
  private let lock: B.Lock
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) { (lock, instance) = (cell.lock(), cell.variable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    lock.whileHeld {
      if instance.load() == nil { instance.store(caller.make()) }
    }
    return instance.load()
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { ReadAfterUnlock<O>.self }
  static var mutation: Mutation {
    Mutation(
      "read-after-unlock", of: "mutex", "reads its result after it has released the lock",
      shownUnder: nil, expects: [.firstAccess: .sound])
  }
}

/// Nothing changes: no other thread writes while this one holds the lock.
struct LookRepeated<B: Backend>: Mutant {
  private let lock: B.Lock
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) { (lock, instance) = (cell.lock(), cell.variable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    lock.whileHeld {
      if instance.load() == nil {
        let built = caller.make()
        if instance.load() == nil { instance.store(built) }
      }
      return instance.load()
    }
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { LookRepeated<O>.self }
  static var mutation: Mutation {
    Mutation(
      "look-repeated", of: "mutex", "looks once more under the lock before it stores",
      shownUnder: nil, expects: [.firstAccess: .sound])
  }
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
      shownUnder: .sc, expects: [.firstAccess: .defect(.instances, onWeakMemory: [.race, .halfBuilt])])
  }
}

/// Blocks that are no barriers run beside one another.
struct BarrierDropped<B: Backend>: Mutant {
  private let queue: B.ConcurrentQueue
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) { (queue, instance) = (cell.concurrentQueue(), cell.variable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if let found = queue.sync({ instance.load() }) { return found }
    return queue.sync {
      if instance.load() == nil { instance.store(caller.make()) }
      return instance.load()
    }
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { BarrierDropped<O>.self }
  static var mutation: Mutation {
    Mutation(
      "barrier-dropped", of: "barrier-queue", "builds in a block that is no barrier",
      shownUnder: .sc, expects: [.firstAccess: .defect(.instances, onWeakMemory: [.race, .halfBuilt])])
  }
}

/// Only its own initializer can find that the thread has not seen what the witness says.
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
      shownUnder: .sc, expects: [.firstAccess: .sound, .reentrant: .defect(.nilResults, leastThreads: 1)])
  }
}

/// A flag for all threads is a double-checked lock on a plain flag.
struct CommonWitness<B: Backend>: Mutant {
  private let lock: B.Lock
  private let instance: Variable<B>
  private let witness: Flag<B>

  init(_ cell: inout B.Cell) { (lock, instance, witness) = (cell.lock(), cell.variable(), cell.flag()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if witness.isSet() { return instance.load() }
    return lock.whileHeld {
      if instance.load() == nil { instance.store(caller.make()) }
      witness.set()
      return instance.load()
    }
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { CommonWitness<O>.self }
  static var mutation: Mutation {
    Mutation(
      "common-witness", of: "thread-local-witness", "has one witness for all threads",
      shownUnder: .rc11WithDependencies,
      expects: [.firstAccess: .sound(onWeakMemory: [.race, .halfBuilt, .nilResults])])
  }
}

/// The flag says that there is an instance before there is one.
struct FlagBeforeValue<B: Backend>: Mutant {
  private let lock: B.Lock
  private let instance: Variable<B>
  private let witness: Flag<B>

  init(_ cell: inout B.Cell) { (lock, instance, witness) = (cell.lock(), cell.variable(), cell.flag()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if witness.isSet() { return instance.load() }
    return lock.whileHeld {
      witness.set()
      if instance.load() == nil { instance.store(caller.make()) }
      return instance.load()
    }
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { FlagBeforeValue<O>.self }
  static var mutation: Mutation {
    Mutation(
      "flag-before-value", of: "thread-local-witness", "has one witness for all threads, and sets it first",
      shownUnder: .sc, expects: [.firstAccess: .defect(.nilResults, onWeakMemory: [.race, .halfBuilt])])
  }
}

/// Two stores in the wrong order, one right after the other.
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
      "flag-before-store", of: "thread-local-witness", "has one witness for all threads, and sets it before the store",
      shownUnder: .sc, expects: [.firstAccess: .defect(.nilResults, onWeakMemory: [.race, .halfBuilt])])
  }
}
