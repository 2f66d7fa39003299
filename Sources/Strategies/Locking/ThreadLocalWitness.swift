import Outcomes

/// Idea: a flag of each thread says "I have been through the lock and seen it"; only a thread without one takes the lock.
///
/// What can go wrong: nothing in the accessor: what a thread has seen under the lock it may read without.
///
/// What we expect: sound, and free of races although the later reads are plain.
///
/// Source: the repair of double-checked locking that needs no ordered variable.
package struct ThreadLocalWitness<W: World>: Strategy {
  private let lock: W.Lock
  private let instance: Variable<W>
  private let witnesses: FlagPerCaller<W>

  package init(_ cell: inout W.Cell) {
    lock = cell.lock()
    instance = cell.variable()
    witnesses = cell.flagPerCaller()
  }

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? {
    let witness = witnesses.of(caller)
    if witness.isSet() { return instance.load() }
    return lock.whileHeld {
      if instance.load() == nil {
        instance.store(caller.make())
      }
      witness.set()
      return instance.load()
    }
  }
}

extension ThreadLocalWitness {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { ThreadLocalWitness<V>.self }

  package static var card: Card {
    Card(
      id: "thread-local-witness",
      idea: "a flag of each thread says that it has seen the instance; a mutex otherwise",
      risk: "construction goes past the lock; re-entry stops the process",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.instances),
        .reentrant: .trap,
      ])
  }
}
