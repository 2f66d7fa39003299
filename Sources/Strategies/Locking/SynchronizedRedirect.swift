import Outcomes

/// Idea: the accessor builds under a lock; allocation and copying answer the accessor; retain and release do nothing, so
/// that nobody can end the instance's life.
///
/// What can go wrong: a caller who allocates and then initialises runs the initialiser on the finished instance.
///
/// What we expect: sound but for construction, which initialises again.
///
/// Source: 000 V2, after Apple's old sample code.
package struct SynchronizedRedirect<W: World>: Strategy {
  private let lock: W.RecursiveLock
  private let instance: Variable<W>

  package init(_ cell: inout W.Cell) {
    lock = cell.recursiveLock()
    instance = cell.variable()
  }

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? {
    lock.whileHeld(by: caller) {
      if instance.load() == nil {
        instance.store(caller.make())
      }
      return instance.load()
    }
  }

  package func construct(_ caller: W.Caller) -> W.Instance? {
    guard let allocated = shared(caller) else { return nil }
    caller.initialise(allocated)
    return allocated
  }

  package func copy(_ original: W.Instance, _ caller: W.Caller) -> W.Instance? { original }
  package func retain(_ instance: W.Instance, _ caller: W.Caller) {}
  package func release(_ instance: W.Instance, _ caller: W.Caller) {}
}

extension SynchronizedRedirect {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { SynchronizedRedirect<V>.self }

  package static var card: Card {
    Card(
      id: "synchronized-redirect",
      idea: "accessor under a recursive lock; allocation answers it, copies answer self, retain and release do nothing",
      risk: "allocate and initialise runs the initialiser on the finished instance",
      source: "000 V2",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.reinits, onWeakMemory: [.race]),
        .copy: .sound,
        .reentrant: .defect(.nestedInits, .instances, leastThreads: 1),
        .overRelease: .sound,
      ])
  }
}
