import SingletonCore
import SingletonStrategyKit

// Mutants of `mutex` whose lock is biased: its usual holder does not lock.

/// A lock that thread 0 enters without locking, until another thread asks it not to.
///
/// Thread 0 says that it is inside and then looks whether it was asked; another says that it asks and then looks
/// whether thread 0 is inside. One of them sees the other, unless a processor looks before its store has left it.
private struct BiasedExclusion<B: Backend>: Sendable {
  private let lock: B.Lock
  private let isInside: B.AtomicMemory
  private let isRevoked: B.AtomicMemory

  init(_ cell: inout B.Cell) { (lock, isInside, isRevoked) = (cell.lock(), cell.atomicMemory(), cell.atomicMemory()) }

  @inline(__always)
  func whileHeld<R>(by caller: B.Caller, _ store: StoreOrdering, _ load: LoadOrdering, _ body: () -> R) -> R {
    caller.index == 0 ? whileHeldByFirst(store, load, body) : whileHeldByOther(store, load, body)
  }

  @inline(__always)
  private func whileHeldByFirst<R>(_ store: StoreOrdering, _ load: LoadOrdering, _ body: () -> R) -> R {
    isInside.store(1, store)
    let isRevoked = isRevoked.load(load) != 0
    if !isRevoked {
      let result = body()
      isInside.store(0, .releasing)
      return result
    }
    isInside.store(0, .releasing)
    return lock.whileHeld(body)
  }

  @inline(__always)
  private func whileHeldByOther<R>(_ store: StoreOrdering, _ load: LoadOrdering, _ body: () -> R) -> R {
    lock.whileHeld {
      isRevoked.store(1, store)
      isInside.wait(until: 0, load)
      return body()
    }
  }
}

/// Nothing changes: of two sequentially consistent pairs of a store and a load, one load sees the other's store.
struct BiasedLock<B: Backend>: Mutant {
  private let lock: BiasedExclusion<B>
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) { (lock, instance) = (BiasedExclusion(&cell), cell.variable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    lock.whileHeld(by: caller, .sequentiallyConsistent, .sequentiallyConsistent) {
      if instance.load() == nil { instance.store(caller.make()) }
      return instance.load()
    }
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { BiasedLock<O>.self }
  static var mutation: Mutation {
    Mutation(
      "biased-lock", of: "mutex", "takes a lock that is biased to one thread",
      shownUnder: nil, expects: [.firstAccess: .sound])
  }
}

/// Both threads look before the other's store arrives: the one reordering that x86 shows.
struct BiasedLockReleased<B: Backend>: Mutant {
  private let lock: BiasedExclusion<B>
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) { (lock, instance) = (BiasedExclusion(&cell), cell.variable()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    lock.whileHeld(by: caller, .releasing, .acquiring) {
      if instance.load() == nil { instance.store(caller.make()) }
      return instance.load()
    }
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { BiasedLockReleased<O>.self }
  static var mutation: Mutation {
    Mutation(
      "biased-lock-released", of: "mutex", "takes a biased lock that releases and acquires but has no total order",
      shownUnder: .tso, expects: [.firstAccess: .defect(.instances, onWeakMemory: [.race, .halfBuilt])])
  }
}
