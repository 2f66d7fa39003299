import Outcomes

/// Idea: the toolchain's mutex round the whole accessor.
///
/// What can go wrong: every access pays; an initialiser that asks the accessor again stops the process.
///
/// What we expect: sound.
///
/// Source: `Synchronization.Mutex`.
package struct MutexGuarded<W: World>: Strategy {
  private let lock: W.Lock
  private let instance: Variable<W>

  package init(_ cell: inout W.Cell) {
    lock = cell.lock()
    instance = cell.variable()
  }

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? {
    lock.whileHeld {
      if instance.load() == nil {
        instance.store(caller.make())
      }
      return instance.load()
    }
  }
}

extension MutexGuarded {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { MutexGuarded<V>.self }

  package static var card: Card {
    Card(
      id: "mutex",
      idea: "Synchronization.Mutex round the whole accessor",
      risk: "construction goes past the lock; re-entry stops the process",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.instances),
        .reentrant: .trap,
      ])
  }
}
