package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: This is double-checked locking with an atomic variable: the first load acquires, and the store releases.
///
/// What can go wrong: Nothing goes wrong in the accessor, but construction is not redirected to it.
///
/// What we expect: The accessor is sound. There is more than one instance as soon as a caller constructs one.
///
/// Source: `abuse: Java listing` has volatile, which is sequentially consistent in Java, and a private constructor.
package struct DoubleCheckedLockAcquire<B: Backend>: Strategy {
  private let instance: AtomicVariable<B>
  private let lock: B.RecursiveLock

  package init(_ cell: inout B.Cell) {
    instance = cell.atomicVariable()
    lock = cell.recursiveLock()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    if let found = instance.load(.acquiring) { return found }
    return lock.whileHeld(by: caller) {
      if let found = instance.load(.relaxed) { return found }
      let built = caller.make()
      instance.store(built, .releasing)
      return built
    }
  }
}

extension DoubleCheckedLockAcquire {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { DoubleCheckedLockAcquire<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "double-checked-lock-acquire",
      idea: "acquire load, recursive lock, load again, build, release store",
      alsoKnownAs: ["double-checked locking", "double check", "DCL", "DCLP"],
      citations: [Citation(.abuse, "Java listing")],
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.instances),
        // The nested access builds a second instance, so `instances` is declared as well as `nestedInits`.
        .reentrant: .defect(.nestedInits, .instances, leastThreads: 1),
      ],
      plain: PlainListing(TokenizerForm.self))
  }
}

private enum TokenizerForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .mixedConstruction, .reentrant]

  static func shared() -> Tokenizer? { Tokenizer.shared }
  static func construct() -> Tokenizer? { Tokenizer() }
}
