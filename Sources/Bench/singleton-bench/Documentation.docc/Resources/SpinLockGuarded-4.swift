package import SingletonStrategyKit

/// Idea: A spin lock guards the whole accessor.
///
/// What can go wrong: A direct construction bypasses the lock.
///
/// What we expect: The accessor is sound. A caller that constructs gets a second instance.
///
/// Source: This is the simplest lock there is.
package struct SpinLockGuarded<B: Backend>: Strategy {
  private let flag: B.AtomicMemory
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    flag = cell.atomicMemory()
    instance = cell.variable()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
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
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { SpinLockGuarded<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "spin-lock",
      idea: "a spin lock around the whole accessor",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .sound,
      ])
  }
}
