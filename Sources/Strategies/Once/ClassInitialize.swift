import Outcomes

/// Idea: the runtime calls a hook once a class, at its first use; the hook builds, and allocation answers what it
/// finds.
///
/// What can go wrong: the hook is inherited: it runs again for a child, allocates (intercepted) and initialises the
/// parent's instance once more. Construction does so as well.
///
/// What we expect: sound for the accessor; initialised again, and of the wrong class, with a child.
///
/// Source: 001 §2, `+initialize`, in prose. The runtime's part is emulated: a flag a class, and a recursive lock.
package struct ClassInitialize<W: World>: Strategy {
  private let lock: W.RecursiveLock
  private let ready: PerClass<W.AtomicMemory>
  private let begun: PerClass<Flag<W>>
  private let instance: Variable<W>

  package init(_ cell: inout W.Cell) {
    lock = cell.recursiveLock()
    ready = PerClass(parent: cell.atomicMemory(), child: cell.atomicMemory())
    begun = PerClass(parent: cell.flag(), child: cell.flag())
    instance = cell.variable()
  }

  /// What the runtime does before a class's first message: the parent's hook first; others wait, the same thread passes.
  @inline(__always)
  private func use(_ receiver: InstanceClass, _ caller: W.Caller) {
    if ready[receiver].load(.acquiring) != 0 { return }
    runHook(of: receiver, caller)
  }

  @inline(never)
  private func runHook(of receiver: InstanceClass, _ caller: W.Caller) {
    lock.whileHeld(by: caller) {
      if begun[receiver].isSet() { return }
      begun[receiver].set()
      if receiver == .child { use(.parent, caller) }
      instance.store(build(receiver, caller))
      ready[receiver].store(1, .releasing)
    }
  }

  private func build(_ receiver: InstanceClass, _ caller: W.Caller) -> W.Instance? {
    if instance.load() == nil {
      instance.store(caller.allocate(receiver))
    }
    guard let allocated = instance.load() else { return nil }
    caller.initialise(allocated)
    return allocated
  }

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? {
    use(.parent, caller)
    return instance.load()
  }

  package func sharedByChild(_ caller: W.Caller) -> W.Instance? {
    use(.child, caller)
    return instance.load()
  }

  package func construct(_ caller: W.Caller) -> W.Instance? {
    use(.parent, caller)
    return build(.parent, caller)
  }
}

extension ClassInitialize {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { ClassInitialize<V>.self }

  package static var card: Card {
    Card(
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
