import Outcomes

/// Idea: the system's own once round building and storing.
///
/// What can go wrong: an initialiser that asks the accessor again waits for itself for ever.
///
/// What we expect: sound.
///
/// Source: `pthread_once`.
package struct PthreadOnceGuarded<W: World>: Strategy {
  private let once: W.PthreadOnce
  private let instance: Variable<W>

  package init(_ cell: inout W.Cell) {
    once = cell.pthreadOnce()
    instance = cell.variable()
  }

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? {
    once.run(with: (instance, caller)) { instance, caller in
      instance.store(caller.make())
    }
    return instance.load()
  }
}

extension PthreadOnceGuarded {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { PthreadOnceGuarded<V>.self }

  package static var card: Card {
    Card(
      id: "pthread-once",
      idea: "pthread_once round building and storing",
      risk: "construction goes past it; re-entry waits for itself",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.instances),
        .reentrant: reentry,
      ])
  }

  /// Apple's implementation recognizes the caller and stops the process; glibc's and musl's wait.
  private static var reentry: Expectation {
    #if canImport(Darwin)
      .trap
    #else
      .hang
    #endif
  }
}
