import Core
package import StrategyKit

/// Idea: accessor, token and variable are inherited, and the class that was asked is built.
///
/// What can go wrong: whoever comes first decides, for parent and siblings alike.
///
/// What we expect: sound for the parent alone; with a child instances of the wrong class, in both directions.
///
/// Source: 000 V2 with a child; 001 §5, a base class for all singletons.
package struct InheritedOnce<B: Backend>: Strategy {
  private let once: B.OnceToken
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    once = cell.onceToken()
    instance = cell.variable()
  }

  @inline(__always)
  private func shared(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    once.run(with: (instance, receiver, caller)) { instance, receiver, caller in
      instance.store(caller.make(receiver))
    }
    return instance.load()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? { shared(.parent, caller) }
  package func sharedByChild(_ caller: B.Caller) -> B.Instance? { shared(.child, caller) }

  package func construct(_ caller: B.Caller) -> B.Instance? {
    guard let allocated = shared(caller) else { return nil }
    caller.initialize(allocated)
    return allocated
  }
}

extension InheritedOnce {
  package static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { InheritedOnce<Other>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "inherited-once",
      idea: "accessor, token and variable inherited; the receiver's class is built",
      risk: "whoever comes first decides the class for all",
      source: "000 V2 with a child; 001 §5",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.reinits, onWeakMemory: [.race]),
        .subclass: .defect(.wrongClass),
        .reentrant: .trap,
      ])
  }
}
