import Outcomes

/// Idea: a once token for the accessor, and every other door is shut at compile time: constructing and copying do not
/// compile.
///
/// What can go wrong: nothing that compiles.
///
/// What we expect: sound; that the other doors are shut is proved by sources that must fail to compile.
///
/// Source: 003 plan 2.
package struct ConstructorUnavailable<W: World>: Strategy {
  private let once: W.OnceToken
  private let instance: Variable<W>

  package init(_ cell: inout W.Cell) {
    once = cell.onceToken()
    instance = cell.variable()
  }

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? {
    once.run(with: (instance, caller)) { instance, caller in
      instance.store(caller.make())
    }
    return instance.load()
  }
}

extension ConstructorUnavailable {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { ConstructorUnavailable<V>.self }

  package static var card: Card {
    Card(
      id: "constructor-unavailable",
      idea: "accessor by once token; construct, new, copy and mutable copy do not compile",
      source: "003 plan 2",
      expects: [
        .firstAccess: .sound,
        .reentrant: .trap,
      ])
  }
}
