package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: One token protects the allocation, and another protects the accessor, which initializes. A copy returns its
/// original.
///
/// What can go wrong: The plain initializer is open, so a caller that allocates and initializes runs it a second time.
/// A child inherits both tokens, and the first caller decides the class for all.
///
/// What we expect: The accessor and copies are sound, but a caller that constructs initializes the instance again, and
/// with a child, callers get instances of the wrong class.
///
/// Source: This is `strict: first form`, without its second test in the allocation's block, which runs once anyway.
package struct OnceTwoTokens<B: Backend>: Strategy {
  private let allocation: B.OnceToken
  private let accessor: B.OnceToken
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    allocation = cell.onceToken()
    accessor = cell.onceToken()
    instance = cell.variable()
  }

  private func allocate(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    allocation.run {
      instance.store(caller.allocate(receiver))
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
    accessor.run(with: (self, receiver, caller)) { strategy, receiver, caller in
      strategy.instance.store(strategy.construct(receiver, caller))
    }
    return instance.load()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? { shared(.parent, caller) }
  package func sharedByChild(_ caller: B.Caller) -> B.Instance? { shared(.child, caller) }
  package func construct(_ caller: B.Caller) -> B.Instance? { construct(.parent, caller) }
  package func constructChild(_ caller: B.Caller) -> B.Instance? { construct(.child, caller) }

  package func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { original }
}

extension OnceTwoTokens {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { OnceTwoTokens<O>.self }
  package static var traits: Traits { [.mutableCopies] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "once-two-tokens",
      idea: "a token for the allocation, another for the accessor; the plain initializer is open",
      alsoKnownAs: ["allocWithZone"],
      citations: [Citation(.strict, "first form")],
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.reinits, onWeakMemory: [.race]),
        .copy: .sound,
        .subclass: .defect(.wrongClass),
        .subclassConstruction: .defect(.reinits, .wrongClass, onWeakMemory: [.race]),
        .reentrant: .trap,
      ],
      plain: PlainListing(AgendaForm.self))
  }
}

private enum AgendaForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .copy]

  static func shared() -> Agenda? { Agenda.shared }
  static func copy(_ original: Agenda) -> Agenda? { original.copy() }
}
