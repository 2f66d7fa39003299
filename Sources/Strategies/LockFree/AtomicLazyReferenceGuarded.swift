import Outcomes

/// Idea: the toolchain's own lazy reference: many may build, the first to store is published, and everybody gets that
/// one.
///
/// What can go wrong: the initialiser runs more than once, so it must have no effect besides its instance.
///
/// What we expect: one instance for everybody; more initialisations than one.
///
/// Source: `Synchronization.AtomicLazyReference`.
package struct AtomicLazyReferenceGuarded<W: World>: Strategy {
  private let reference: W.LazyReference

  package init(_ cell: inout W.Cell) {
    reference = cell.lazyReference()
  }

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? {
    if let found = reference.load(caller) { return found }
    let built = caller.make()
    let published = reference.storeIfNil(built, caller)
    if published != built { caller.release(built) }
    return published
  }
}

extension AtomicLazyReferenceGuarded {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? {
    AtomicLazyReferenceGuarded<V>.self
  }

  package static var traits: Traits { [.endsLives] }
  package static var card: Card {
    Card(
      id: "atomic-lazy-reference",
      idea: "Synchronization.AtomicLazyReference: many may be built, one is published",
      risk: "losers have been built: the initialiser runs more than once",
      expects: [
        .firstAccess: .defect(.inits),
        .mixedConstruction: .defect(.instances),
        .reentrant: .defect(.nestedInits, leastThreads: 1),
      ])
  }
}
