import Core
package import StrategyKit

/// Idea: hold a lock round the whole accessor, on every access.
///
/// What can go wrong: every access pays for the lock; and the lock guards the accessor only, so whoever constructs gets
/// an instance of his own.
///
/// What we expect: sound for the accessor; more than one instance as soon as somebody constructs.
///
/// Source: 004, in prose.
package struct SynchronizedLazy<B: Backend>: Strategy {
  private let lock: B.RecursiveLock
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    lock = cell.recursiveLock()
    instance = cell.variable()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    lock.whileHeld(by: caller) {
      if instance.load() == nil {
        instance.store(caller.make())
      }
      return instance.load()
    }
  }
}

extension SynchronizedLazy {
  package static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { SynchronizedLazy<Other>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "synchronized-lazy",
      idea: "a recursive lock round the whole accessor, on every access",
      risk: "construction goes past the lock",
      source: "004, in prose",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.instances),
        .reentrant: .defect(.nestedInits, .instances, leastThreads: 1),
      ])
  }
}
