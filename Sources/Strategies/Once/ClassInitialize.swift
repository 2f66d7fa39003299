import Core
package import StrategyKit

/// Idea: the runtime calls a hook once a class, at its first use; the hook builds, and allocation answers what it
/// finds.
///
/// What can go wrong: the hook is inherited: it runs again for a child, allocates (intercepted) and initializes the
/// parent's instance once more. Construction does so as well.
///
/// What we expect: sound for the accessor; initialized again, and of the wrong class, with a child.
///
/// Source: 001 §2, `+initialize`, in prose. The runtime's part is emulated: a flag a class, and a recursive lock.
package struct ClassInitialize<B: Backend>: Strategy {
  private let lock: B.RecursiveLock
  private let ready: PerClass<B.AtomicMemory>
  private let begun: PerClass<Flag<B>>
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    lock = cell.recursiveLock()
    ready = PerClass(parent: cell.atomicMemory(), child: cell.atomicMemory())
    begun = PerClass(parent: cell.flag(), child: cell.flag())
    instance = cell.variable()
  }

  /// What the runtime does before a class's first message: the parent's hook first; others wait, the same thread passes.
  @inline(__always)
  private func use(_ receiver: InstanceClass, _ caller: B.Caller) {
    if ready[receiver].load(.acquiring) != 0 { return }
    runHook(of: receiver, caller)
  }

  @inline(never)
  private func runHook(of receiver: InstanceClass, _ caller: B.Caller) {
    lock.whileHeld(by: caller) {
      if begun[receiver].isSet() { return }
      begun[receiver].set()
      if receiver == .child { use(.parent, caller) }
      instance.store(build(receiver, caller))
      ready[receiver].store(1, .releasing)
    }
  }

  private func build(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    if instance.load() == nil {
      instance.store(caller.allocate(receiver))
    }
    guard let allocated = instance.load() else { return nil }
    caller.initialize(allocated)
    return allocated
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    use(.parent, caller)
    return instance.load()
  }

  package func sharedByChild(_ caller: B.Caller) -> B.Instance? {
    use(.child, caller)
    return instance.load()
  }

  package func construct(_ caller: B.Caller) -> B.Instance? {
    use(.parent, caller)
    return build(.parent, caller)
  }
}

extension ClassInitialize {
  package static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { ClassInitialize<Other>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "class-initialize",
      idea: "a once-a-class hook builds at the first use of the class",
      risk: "an inherited hook runs again for the child",
      source: "001 §2, +initialize",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.reinits, onWeakMemory: [.race]),
        .subclass: .defect(.reinits, .wrongClass, onWeakMemory: [.race]),
        .reentrant: .defect(.halfBuilt, leastThreads: 1),
      ])
  }
}
