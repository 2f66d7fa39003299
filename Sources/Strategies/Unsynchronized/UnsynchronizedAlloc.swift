import Core
package import StrategyKit

/// Idea: intercept the allocation, so that however an instance is made, the same memory comes back.
///
/// What can go wrong: the interception races like any lazy variable, and allocating is only the first of two steps: every
/// caller initializes what it got, the finished instance of somebody else included.
///
/// What we expect: more than one instance, and instances whose state is reset by a second initialization.
///
/// Source: 001 §1, first listing.
package struct UnsynchronizedAlloc<B: Backend>: Strategy {
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    instance = cell.variable()
  }

  private func allocate(_ caller: B.Caller) -> B.Instance? {
    if instance.load() == nil {
      instance.store(caller.allocate())
    }
    return instance.load()
  }

  package func construct(_ caller: B.Caller) -> B.Instance? {
    guard let allocated = allocate(caller) else { return nil }
    caller.initialize(allocated)
    return allocated
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? { construct(caller) }

  /// A copy allocates as well, and then initializes.
  package func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { construct(caller) }
}

extension UnsynchronizedAlloc {
  package static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { UnsynchronizedAlloc<Other>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "unsynchronized-alloc",
      idea: "allocation answers a lazily stored instance; every caller initializes what it got",
      risk: "the store races, and each further caller initializes a finished instance again",
      source: "001 §1, first listing",
      expects: [
        .firstAccess: .defect(.instances, .reinits, onWeakMemory: [.race]),
        .mixedConstruction: .defect(.instances, .reinits, onWeakMemory: [.race]),
        .copy: .defect(.instances, .reinits, may: [.reinits], onWeakMemory: [.race]),
        .reentrant: .defect(.nestedInits, .reinits, may: [.instances], leastThreads: 1, onWeakMemory: [.race]),
      ])
  }
}
