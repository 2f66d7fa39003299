package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: A child class inherits the accessor, the token and the variable. The accessor builds the class on which it is
/// called.
///
/// What can go wrong: The first caller decides the class of the instance, for the parent and for all of its children.
///
/// What we expect: The strategy is sound for the parent alone. With a child, callers get instances of the wrong class,
/// in both directions.
///
/// Source: This is `macro: V2 with a child`, and the base class for all singletons of `tutorial: §5 base class`.
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

  private func construct(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    guard let allocated = shared(receiver, caller) else { return nil }
    caller.initialize(allocated)
    return allocated
  }

  package func construct(_ caller: B.Caller) -> B.Instance? { construct(.parent, caller) }
  package func constructChild(_ caller: B.Caller) -> B.Instance? { construct(.child, caller) }
}

extension InheritedOnce {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { InheritedOnce<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "inherited-once",
      idea: "accessor, token and variable inherited; builds the receiver's class",
      alsoKnownAs: ["singleton base class", "inherited singleton"],
      citations: [Citation(.macro, "V2 with a child"), Citation(.tutorial, "§5 base class")],
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.reinits, onWeakMemory: [.race]),
        .subclass: .defect(.wrongClass),
        .subclassConstruction: .defect(.reinits, .wrongClass, onWeakMemory: [.race]),
        .reentrant: .trap,
      ],
      plain: PlainListing(ThemeForm.self))
  }
}

private enum ThemeForm: PlainForm {
  typealias Child = DarkTheme
  static let scenarios: [Scenario] = [.firstAccess, .subclass]

  static func shared() -> Theme? { Theme.shared }
  static func sharedByChild() -> AnyObject? { DarkTheme.shared }
}
