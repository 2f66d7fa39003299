package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: This is double-checked locking with an atomic variable whose first load is relaxed. That load needs no lock
/// and no fence, and cannot read a torn word.
///
/// What can go wrong: An atomic access is not necessarily an ordered one. By the rules of C++ and Swift, the relaxed load
/// may see the instance but not its fields, which is a data race.
///
/// What we expect: No run shows it. The fields are read through the loaded pointer, and today's processors keep such
/// reads in order; only a compiler can break that.
///
/// Source: No document shows this form. It is the mistake that remains once volatile is understood.
package struct RelaxedDoubleCheckedLock<B: Backend>: Strategy {
  private let instance: AtomicVariable<B>
  private let lock: B.RecursiveLock

  package init(_ cell: inout B.Cell) {
    instance = cell.atomicVariable()
    lock = cell.recursiveLock()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    if let found = instance.load(.relaxed) { return found }
    return lock.whileHeld(by: caller) {
      if let found = instance.load(.relaxed) { return found }
      let built = caller.make()
      instance.store(built, .releasing)
      return built
    }
  }
}

extension RelaxedDoubleCheckedLock {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { RelaxedDoubleCheckedLock<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "relaxed-double-checked-lock",
      idea: "as double-checked-lock-acquire, with a relaxed first load",
      alsoKnownAs: ["double-checked locking", "double check", "DCL", "DCLP"],
      expects: [
        .firstAccess: .sound(onWeakMemory: [.race, .halfBuilt]),
        // The accessor makes the same memory accesses as in first-access, so weak memory shows the same defects.
        .mixedConstruction: .defect(.instances, onWeakMemory: [.race, .halfBuilt]),
        // As in double-checked-lock-acquire, of which this is a variant, the nested access builds a second instance.
        // The accessor makes the same memory accesses as in first-access, so weak memory shows the same defects.
        .reentrant: .defect(.nestedInits, .instances, leastThreads: 1, onWeakMemory: [.race, .halfBuilt]),
      ],
      plain: PlainListing(StemmerForm.self))
  }
}

private enum StemmerForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .mixedConstruction, .reentrant]

  static func shared() -> Stemmer? { Stemmer.shared }
  static func construct() -> Stemmer? { Stemmer() }
}
