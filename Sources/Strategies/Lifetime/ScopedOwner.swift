import Core
package import StrategyKit

/// Idea: Nothing is global: an owner builds the instance in its own initializer, holds it, and is passed to the code
/// that needs it. When a scope ends, there is a new owner.
///
/// What can go wrong: Nothing goes wrong between callers of one owner. Construction is open to everybody, because this
/// is an ordinary class.
///
/// What we expect: The accessor is sound, with one instance per owner, even with teardown and late use.
///
/// Source: This is `abuse: injection`. It is the cure, and not a singleton at all.
package struct ScopedOwner<B: Backend>: Strategy {
  private let oldScope: Variable<B>
  private let newScope: Variable<B>
  private let isInNewScope: FlagPerCaller<B>

  package init(_ cell: inout B.Cell) {
    oldScope = cell.variable()
    newScope = cell.variable()
    isInNewScope = cell.flagPerCaller()
  }

  /// Builds the first owner's instance before the owner is passed to any caller.
  package func prepare(_ caller: B.Caller) {
    oldScope.store(caller.make())
  }

  /// Returns the instance of the caller's owner. A caller that has torn down has a new owner.
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
  package static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? {
    ScopedOwner<Other>.self
  }

  package static var traits: Traits { [.prepares, .hasOwners, .livesPerOwner] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "scoped-owner",
      idea: "an owner holds it and passes it on; nothing global",
      risk: "construction is open, as in any ordinary class",
      citations: [Citation(.abuse, "injection")],
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.instances),
        .teardown: .sound,
        .lateUse: .sound,
      ])
  }
}
