import Outcomes

/// Idea: a spin lock round the whole accessor.
///
/// What can go wrong: construction goes past the lock.
///
/// What we expect: sound; more than one instance as soon as somebody constructs.
///
/// Source: the simplest lock there is.
package struct SpinLockGuarded<W: World>: Strategy {
  private let flag: W.AtomicMemory
  private let instance: Variable<W>

  package init(_ cell: inout W.Cell) {
    flag = cell.atomicMemory()
    instance = cell.variable()
  }

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? {
    while !flag.compareExchange(expected: 0, desired: 1, success: .acquiring, failure: .relaxed) {
      flag.wait(until: 0, .relaxed)
    }
    if instance.load() == nil { instance.store(caller.make()) }
    let found = instance.load()
    flag.store(0, .releasing)
    return found
  }
}

extension SpinLockGuarded {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { SpinLockGuarded<V>.self }

  package static var card: Card {
    Card(
      id: "spin-lock",
      idea: "a spin lock round the whole accessor",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .sound,
      ])
  }
}
