package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: Nothing is global: an owner builds the instance in its own initializer, holds it, and is passed to the code
/// that needs it. When a scope ends, there is a new owner.
///
/// What can go wrong: Nothing goes wrong between callers of one owner. Construction is open to all, because this
/// is an ordinary class.
///
/// What we expect: The accessor is sound, with one instance per owner, even with teardown and late use. The old instance
/// ends when the last caller that it was passed to has left.
///
/// Source: This is `abuse: injection`. It is the cure, and not a singleton at all.
package struct ScopedOwner<B: Backend>: Strategy {
  /// The reference that was passed to each caller.
  private let passed: VariablePerCaller<B>

  package init(_ cell: inout B.Cell) {
    passed = cell.variablePerCaller()
  }

  /// Builds the first owner's instance and passes it to every caller. The owner itself keeps nothing.
  package func prepare(_ caller: B.Caller) {
    let built = caller.make()
    for index in 0..<passed.count {
      caller.retain(built)
      passed[index].store(built)
    }
    caller.release(built)
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? { passed.of(caller).load() }

  /// Leaves the old scope. A new owner builds an instance and passes it to the caller.
  package func tearDown(_ caller: B.Caller) {
    leave(caller)
    passed.of(caller).store(caller.make())
  }

  package func leave(_ caller: B.Caller) {
    guard let dropped = passed.of(caller).load() else { return }
    passed.of(caller).store(nil)
    caller.release(dropped)
  }
}

extension ScopedOwner {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { ScopedOwner<O>.self }
  package static var traits: Traits { [.prepares, .hasOwners, .livesPerOwner] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "scoped-owner",
      idea: "an owner holds it and passes it on; nothing global",
      alsoKnownAs: ["dependency injection", "DI", "constructor injection"],
      advisedFor: "one that tests can replace",
      citations: [Citation(.abuse, "injection")],
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.instances),
        .teardown: .sound,
        .lateUse: .sound,
      ],
      plain: PlainListing(OrderDatabaseForm.self))
  }
}

private enum OrderDatabaseForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .mixedConstruction]

  static func shared() -> OrderDatabase? { scope.makeList().database }
  static let prepare: (@Sendable () -> Void)? = { scope = UserScope(user: "guest") }
  static func construct() -> OrderDatabase? { OrderDatabase(path: "guest.sqlite") }

  // Written before the threads of the trial exist, and by none of them.
  private nonisolated(unsafe) static var scope: UserScope!
}
