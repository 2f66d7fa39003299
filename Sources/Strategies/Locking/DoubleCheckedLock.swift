import Core
package import StrategyKit

/// Idea: look first without the lock, and take the lock only while there is nothing yet.
///
/// What can go wrong: the first look is a plain read that races with the plain store. Nothing orders the instance's own
/// fields before the variable, so another core may see the variable filled and the instance empty.
///
/// What we expect: sound on x86-64, whose stores are seen in order; a race and a half-built instance on weaker memory.
///
/// Source: 001 §1, in principle.
package struct DoubleCheckedLock<B: Backend>: Strategy {
  private let lock: B.RecursiveLock
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    lock = cell.recursiveLock()
    instance = cell.variable()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    if instance.load() == nil {
      lock.whileHeld(by: caller) {
        if instance.load() == nil {
          instance.store(caller.make())
        }
      }
    }
    return instance.load()
  }
}

extension DoubleCheckedLock {
  package static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { DoubleCheckedLock<Other>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "double-checked-lock",
      idea: "plain read, recursive lock, plain read again, build, plain store",
      risk: "the unlocked read races with the store: the instance may be seen before its fields",
      source: "001 §1, in principle",
      expects: [
        .firstAccess: .sound(onWeakMemory: [.race, .halfBuilt]),
        .mixedConstruction: .defect(.instances, onWeakMemory: [.race, .halfBuilt]),
        .reentrant: .defect(.nestedInits, .instances, leastThreads: 1, onWeakMemory: [.race, .halfBuilt]),
      ])
  }
}
