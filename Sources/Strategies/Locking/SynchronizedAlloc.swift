import Core
package import StrategyKit

/// Idea: intercept the allocation, under a lock.
///
/// What can go wrong: the lock makes allocation happen once, but initialization comes after it, and every caller does it.
///
/// What we expect: one instance, initialized again and again.
///
/// Source: 001 §1, second listing.
package struct SynchronizedAlloc<B: Backend>: Strategy {
  private let lock: B.RecursiveLock
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    lock = cell.recursiveLock()
    instance = cell.variable()
  }

  private func allocate(_ caller: B.Caller) -> B.Instance? {
    lock.whileHeld(by: caller) {
      if instance.load() == nil {
        instance.store(caller.allocate())
      }
      return instance.load()
    }
  }

  package func construct(_ caller: B.Caller) -> B.Instance? {
    guard let allocated = allocate(caller) else { return nil }
    caller.initialize(allocated)
    return allocated
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? { construct(caller) }
}

extension SynchronizedAlloc {
  package static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { SynchronizedAlloc<Other>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "synchronized-alloc",
      idea: "allocation is intercepted under a recursive lock; every caller initializes what it got",
      risk: "the second caller resets the state of the first",
      source: "001 §1, second listing",
      expects: [
        .firstAccess: .defect(.reinits, onWeakMemory: [.race]),
        .mixedConstruction: .defect(.reinits, onWeakMemory: [.race]),
        .reentrant: .defect(.nestedInits, .reinits, leastThreads: 1, onWeakMemory: [.race]),
      ])
  }
}
