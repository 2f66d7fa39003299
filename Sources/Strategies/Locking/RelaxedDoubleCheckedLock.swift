import Outcomes

/// Idea: double-checked locking with an atomic variable, whose first look is relaxed: no torn word, no lock, no fence.
///
/// What can go wrong: atomic is not ordered. The relaxed look may see the instance and not its fields.
///
/// What we expect: sound on x86-64; on weaker memory a race on the fields, and a half-built instance.
///
/// Source: none of the documents; the mistake that remains once everybody knows about volatile.
package struct RelaxedDoubleCheckedLock<W: World>: Strategy {
  private let instance: AtomicVariable<W>
  private let lock: W.RecursiveLock

  package init(_ cell: inout W.Cell) {
    instance = cell.atomicVariable()
    lock = cell.recursiveLock()
  }

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? {
    if let found = instance.load(.relaxed) { return found }
    return lock.whileHeld(by: caller) {
      if let found = instance.load(.relaxed) { return found }
      let built = caller.make()
      instance.store(built, .releasing)
      return built
    }
  }
}

extension RelaxedDoubleCheckedLock {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? {
    RelaxedDoubleCheckedLock<V>.self
  }

  package static var card: Card {
    Card(
      id: "relaxed-double-checked-lock",
      idea: "as double-checked-lock-acquire, with a relaxed first load",
      risk: "the relaxed load may see the instance before its fields",
      expects: [
        .firstAccess: .sound(onWeakMemory: [.race, .halfBuilt]),
        .mixedConstruction: .defect(.instances, onWeakMemory: [.race, .halfBuilt]),
        .reentrant: .defect(.nestedInits, .instances, leastThreads: 1, onWeakMemory: [.race, .halfBuilt]),
      ],
      spares: [
        Card.Spare(
          "instance.store(built, .releasing)", "release",
          why: "the relaxed load takes nothing up, so that publishing more than the address helps nobody")
      ])
  }
}
