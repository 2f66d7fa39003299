import Outcomes

/// Idea: intercept the allocation, under a lock.
///
/// What can go wrong: the lock makes allocation happen once, but initialisation comes after it, and every caller does it.
///
/// What we expect: one instance, initialised again and again.
///
/// Source: 001 §1, second listing.
package struct SynchronizedAlloc<W: World>: Strategy {
  private let lock: W.RecursiveLock
  private let instance: Variable<W>

  package init(_ cell: inout W.Cell) {
    lock = cell.recursiveLock()
    instance = cell.variable()
  }

  private func allocate(_ caller: W.Caller) -> W.Instance? {
    lock.whileHeld(by: caller) {
      if instance.load() == nil {
        instance.store(caller.allocate())
      }
      return instance.load()
    }
  }

  package func construct(_ caller: W.Caller) -> W.Instance? {
    guard let allocated = allocate(caller) else { return nil }
    caller.initialise(allocated)
    return allocated
  }

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? { construct(caller) }
}

extension SynchronizedAlloc {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { SynchronizedAlloc<V>.self }

  package static var card: Card {
    Card(
      id: "synchronized-alloc",
      idea: "allocation is intercepted under a recursive lock; every caller initialises what it got",
      risk: "the second caller resets the state of the first",
      source: "001 §1, second listing",
      expects: [
        .firstAccess: .defect(.reinits, onWeakMemory: [.race]),
        .mixedConstruction: .defect(.reinits, onWeakMemory: [.race]),
        .reentrant: .defect(.nestedInits, .reinits, leastThreads: 1, onWeakMemory: [.race]),
      ])
  }
}
