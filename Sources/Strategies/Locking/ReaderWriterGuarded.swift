import Outcomes

/// Idea: readers share a lock; only the one who finds nothing asks for it alone, and looks again.
///
/// What can go wrong: asked again from the initialiser, the lock answers that this thread would wait for itself; the
/// strategy has no answer to that and stops.
///
/// What we expect: sound.
///
/// Source: `pthread_rwlock_t`.
package struct ReaderWriterGuarded<W: World>: Strategy {
  private let lock: W.ReaderWriterLock
  private let instance: Variable<W>

  package init(_ cell: inout W.Cell) {
    lock = cell.readerWriterLock()
    instance = cell.variable()
  }

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? {
    guard let found = lock.whileReading({ instance.load() }) else {
      caller.fail("reader-writer-lock: this thread holds the lock already\n")
    }
    return found ?? build(caller)
  }

  private func build(_ caller: W.Caller) -> W.Instance? {
    let built = lock.whileWriting {
      if instance.load() == nil {
        instance.store(caller.make())
      }
      return instance.load()
    }
    guard let built else { caller.fail("reader-writer-lock: this thread holds the lock already\n") }
    return built
  }
}

extension ReaderWriterGuarded {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { ReaderWriterGuarded<V>.self }

  package static var card: Card {
    Card(
      id: "reader-writer-lock",
      idea: "pthread_rwlock: read under the shared lock, build under the exclusive one, which checks again",
      risk: "construction goes past the lock; re-entry would wait for itself",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.instances),
        .reentrant: .trap,
      ])
  }
}
