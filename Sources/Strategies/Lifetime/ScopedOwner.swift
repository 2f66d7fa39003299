import Core
package import StrategyKit

/// Idea: nothing global: an owner builds the instance in its own initializer, holds it, and is handed to whoever needs
/// it. The end of a scope is a new owner.
///
/// What can go wrong: nothing between callers of one owner; construction is open to everybody, since this is an
/// ordinary class.
///
/// What we expect: sound, one instance an owner, teardown and late use included.
///
/// Source: 004, dependency injection: the cure, and not a singleton at all.
package struct ScopedOwner<B: Backend>: Strategy {
  private let oldScope: Variable<B>
  private let newScope: Variable<B>
  private let isInNewScope: FlagPerCaller<B>

  package init(_ cell: inout B.Cell) {
    oldScope = cell.variable()
    newScope = cell.variable()
    isInNewScope = cell.flagPerCaller()
  }

  /// The owner exists, with what it owns, before anybody is handed it.
  package func prepare(_ caller: B.Caller) {
    oldScope.store(caller.make())
  }

  /// Everybody asks the owner he was handed; who has torn down has a new one.
  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    isInNewScope.of(caller).isSet() ? newScope.load() : oldScope.load()
  }

  package func tearDown(_ caller: B.Caller) {
    newScope.store(caller.make())
    isInNewScope.of(caller).set()
  }
}

extension ScopedOwner {
  package static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { ScopedOwner<Other>.self }

  package static var traits: Traits { [.prepares, .hasOwners, .livesPerOwner] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "scoped-owner",
      idea: "an owner holds it and hands it down; nothing global",
      risk: "construction is open: nothing claims to be the only one",
      source: "004, dependency injection",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.instances),
        .teardown: .sound,
        .lateUse: .sound,
      ])
  }
}
