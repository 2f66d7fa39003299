import Core
package import StrategyKit

/// Idea: check twice in the accessor, and check twice in the intercepted allocation too, on one and the same variable.
///
/// What can go wrong: the allocation stores the instance *before* anybody has initialized it, and the accessor's unlocked
/// look finds it there. A child locks another lock, since the lock is the receiving class.
///
/// What we expect: half-built instances on any machine; with a child also two instances.
///
/// Source: 001 §1, its final version.
package struct DoubleCheckedAlloc<B: Backend>: Strategy {
  let instance: Variable<B>
  private let locks: PerClass<B.RecursiveLock>

  package init(_ cell: inout B.Cell) {
    instance = cell.variable()
    locks = PerClass(parent: cell.recursiveLock(), child: cell.recursiveLock())
  }

  private func allocate(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    if instance.load() == nil {
      locks[receiver].whileHeld(by: caller) {
        if instance.load() == nil {
          instance.store(caller.allocate(receiver))
        }
      }
    }
    return instance.load()
  }

  private func construct(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    guard let allocated = allocate(receiver, caller) else { return nil }
    caller.initialize(allocated)
    return allocated
  }

  @inline(__always)
  private func shared(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    if instance.load() == nil {
      locks[receiver].whileHeld(by: caller) {
        if instance.load() == nil {
          instance.store(construct(receiver, caller))
        }
      }
    }
    return instance.load()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? { shared(.parent, caller) }
  package func sharedByChild(_ caller: B.Caller) -> B.Instance? { shared(.child, caller) }
  package func construct(_ caller: B.Caller) -> B.Instance? { construct(.parent, caller) }
  package func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { instance.load() }
}

extension DoubleCheckedAlloc {
  package static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { DoubleCheckedAlloc<Other>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "double-checked-alloc",
      idea: "accessor and allocation both double-checked on one variable, stored before it is initialized",
      risk: "the unlocked read finds the allocation whose initializer is still running",
      source: "001 §1, final version",
      expects: [
        .firstAccess: .defect(.halfBuilt, onWeakMemory: [.race]),
        .mixedConstruction: .defect(.reinits, .halfBuilt, onWeakMemory: [.race]),
        .copy: .defect(.halfBuilt, onWeakMemory: [.race]),
        .subclass: .defect(.instances, .wrongClass, may: [.halfBuilt, .reinits], onWeakMemory: [.race]),
        .reentrant: .defect(.halfBuilt, leastThreads: 1, onWeakMemory: [.race]),
      ])
  }
}
