package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: A once token protects building and storing, and the accessor returns the variable.
///
/// What can go wrong: The token protects only the accessor: a caller that constructs or copies gets its own instance,
/// and the first caller decides the class. One release too many destroys an instance that the variable still points to.
/// If the initializer throws, the token is spent, and nobody ever gets an instance.
///
/// What we expect: The accessor is sound, but each of the other entry points breaks the promise in its own way.
///
/// Source: This is the best-known form: `macro: V1`, `two-plans: first listing`, `abuse: once token`. It builds the
/// class on which the accessor is called; two-plans builds a fixed class. A copy makes an instance only if the class
/// adopts copying.
package struct OnceToken<B: Backend>: Strategy {
  private let once: B.OnceToken
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    once = cell.onceToken()
    instance = cell.variable()
  }

  @inline(__always)
  private func shared(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    once.run(with: (instance, receiver, caller)) { instance, receiver, caller in
      instance.store(try? caller.makeOrThrow(receiver))
    }
    return instance.load()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? { shared(.parent, caller) }
  package func sharedByChild(_ caller: B.Caller) -> B.Instance? { shared(.child, caller) }
}

extension OnceToken {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { OnceToken<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "once-token",
      idea: "a once token runs building and storing",
      alsoKnownAs: ["dispatch_once", "dispatch_once_t"],
      citations: [Citation(.macro, "V1"), Citation(.twoPlans, "first listing"), Citation(.abuse, "once token")],
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.instances),
        .copy: .defect(.instances, leastThreads: 1),
        .subclass: .defect(.wrongClass),
        .subclassConstruction: .defect(.instances),
        .reentrant: .trap,
        .overRelease: .defect(.usedAfterDestroy, leastThreads: 1),
        .failing: .defect(.nilResults, leastThreads: 1),
      ],
      plain: PlainListing(DatabaseForm.self))
  }
}

private enum DatabaseForm: PlainForm {
  typealias Child = TestDatabase
  static let scenarios: [Scenario] = [.firstAccess, .mixedConstruction, .copy, .subclass, .subclassConstruction]

  static func shared() -> Database? { Database.shared }
  static func construct() -> Database? { Database() }
  static func copy(_ original: Database) -> Database? { original.copy() }
  static func sharedByChild() -> AnyObject? { TestDatabase.shared }
  static func constructChild() -> AnyObject? { TestDatabase() }
}
