import Outcomes

/// Idea: check twice in the accessor, and check twice in the intercepted allocation too, on one and the same variable.
///
/// What can go wrong: the allocation stores the instance *before* anybody has initialised it, and the accessor's unlocked
/// look finds it there. A child locks another lock, since the lock is the receiving class.
///
/// What we expect: half-built instances on any machine; with a child also two instances.
///
/// Source: 001 §1, its final version.
package struct DoubleCheckedAlloc<W: World>: Strategy {
  let instance: Variable<W>
  private let locks: PerClass<W.RecursiveLock>

  package init(_ cell: inout W.Cell) {
    instance = cell.variable()
    locks = PerClass(parent: cell.recursiveLock(), child: cell.recursiveLock())
  }

  private func allocate(_ receiver: InstanceClass, _ caller: W.Caller) -> W.Instance? {
    if instance.load() == nil {
      locks[receiver].whileHeld(by: caller) {
        if instance.load() == nil {
          instance.store(caller.allocate(receiver))
        }
      }
    }
    return instance.load()
  }

  private func construct(_ receiver: InstanceClass, _ caller: W.Caller) -> W.Instance? {
    guard let allocated = allocate(receiver, caller) else { return nil }
    caller.initialise(allocated)
    return allocated
  }

  @inline(__always)
  private func shared(_ receiver: InstanceClass, _ caller: W.Caller) -> W.Instance? {
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
  package func shared(_ caller: W.Caller) -> W.Instance? { shared(.parent, caller) }
  package func sharedByChild(_ caller: W.Caller) -> W.Instance? { shared(.child, caller) }
  package func construct(_ caller: W.Caller) -> W.Instance? { construct(.parent, caller) }
  package func copy(_ original: W.Instance, _ caller: W.Caller) -> W.Instance? { instance.load() }
}

extension DoubleCheckedAlloc {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { DoubleCheckedAlloc<V>.self }

  package static var card: Card {
    Card(
      id: "double-checked-alloc",
      idea: "accessor and allocation both double-checked on one variable, stored before it is initialised",
      risk: "the unlocked read finds the allocation whose initialiser is still running",
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
