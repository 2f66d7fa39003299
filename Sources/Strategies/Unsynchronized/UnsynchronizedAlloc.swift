import Outcomes

/// Idea: intercept the allocation, so that however an instance is made, the same memory comes back.
///
/// What can go wrong: the interception races like any lazy variable, and allocating is only the first of two steps: every
/// caller initialises what it got, the finished instance of somebody else included.
///
/// What we expect: more than one instance, and instances whose state is reset by a second initialisation.
///
/// Source: 001 §1, first listing.
package struct UnsynchronizedAlloc<W: World>: Strategy {
  private let instance: Variable<W>

  package init(_ cell: inout W.Cell) {
    instance = cell.variable()
  }

  private func allocate(_ caller: W.Caller) -> W.Instance? {
    if instance.load() == nil {
      instance.store(caller.allocate())
    }
    return instance.load()
  }

  package func construct(_ caller: W.Caller) -> W.Instance? {
    guard let allocated = allocate(caller) else { return nil }
    caller.initialise(allocated)
    return allocated
  }

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? { construct(caller) }

  /// A copy allocates as well, and then initialises.
  package func copy(_ original: W.Instance, _ caller: W.Caller) -> W.Instance? { construct(caller) }
}

extension UnsynchronizedAlloc {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { UnsynchronizedAlloc<V>.self }

  package static var card: Card {
    Card(
      id: "unsynchronized-alloc",
      idea: "allocation answers a lazily stored instance; every caller initialises what it got",
      risk: "the store races, and each further caller initialises a finished instance again",
      source: "001 §1, first listing",
      expects: [
        .firstAccess: .defect(.instances, .reinits, onWeakMemory: [.race]),
        .mixedConstruction: .defect(.instances, .reinits, onWeakMemory: [.race]),
        .copy: .defect(.instances, .reinits, may: [.reinits], onWeakMemory: [.race]),
        .reentrant: .defect(.nestedInits, .reinits, may: [.instances], leastThreads: 1, onWeakMemory: [.race]),
      ])
  }
}
