import Outcomes

/// Idea: per-class-once, and a semaphore round each class's initialiser, which skips its custom part where the shared
/// instance is of the same class already.
///
/// What can go wrong: a child's initialiser begins with the parent's, which reads the parent's variable outside the
/// parent's once.
///
/// What we expect: sound, construction included; a race on weaker memory.
///
/// Source: 000 V4.
package struct InitGuarded<W: World>: Strategy {
  private let onces: PerClass<W.OnceToken>
  private let instances: PerClass<Variable<W>>
  private let initialiserLocks: PerClass<W.Semaphore>

  package init(_ cell: inout W.Cell) {
    onces = PerClass(parent: cell.onceToken(), child: cell.onceToken())
    instances = PerClass(parent: cell.variable(), child: cell.variable())
    initialiserLocks = PerClass(parent: cell.semaphore(limit: nil), child: cell.semaphore(limit: nil))
  }

  @inline(__always)
  private func shared(_ receiver: InstanceClass, _ caller: W.Caller) -> W.Instance? {
    onces[receiver].run(with: (self, receiver, caller)) { strategy, receiver, caller in
      let built = caller.allocate(receiver)
      strategy.initialise(built, as: receiver, caller)
      strategy.instances[receiver].store(built)
    }
    return instances[receiver].load()
  }

  /// The initialiser of one class, run for an instance of that class or of a child.
  private func initialise(_ allocated: W.Instance, as level: InstanceClass, _ caller: W.Caller) {
    let existing = instances[level].load()
    _ = initialiserLocks[level].wait()
    if existing.map(caller.class) != caller.class(of: allocated) {
      if level == .child { initialise(allocated, as: .parent, caller) }
      if caller.class(of: allocated) == level {
        // A child's custom part begins with the parent's: a chain of super calls, and one entry.
        caller.initialise(allocated)
        instances[level].store(allocated)
      }
    }
    initialiserLocks[level].signal()
  }

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? { shared(.parent, caller) }
  package func sharedByChild(_ caller: W.Caller) -> W.Instance? { shared(.child, caller) }

  package func construct(_ caller: W.Caller) -> W.Instance? {
    guard let allocated = shared(caller) else { return nil }
    initialise(allocated, as: .parent, caller)
    return allocated
  }
}

extension InitGuarded {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { InitGuarded<V>.self }

  package static var card: Card {
    Card(
      id: "init-guarded",
      idea: "per-class-once, and a semaphore round the initialiser, whose custom part runs once",
      risk: "the child's super initialiser reads the parent's variable outside its once",
      source: "000 V4",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .sound,
        .subclass: .sound(onWeakMemory: [.race]),
        .reentrant: .trap,
      ])
  }
}
