package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: The accessor first reads the variable without the lock, and takes the lock only if there is no instance yet.
///
/// What can go wrong: The first read is a plain read that races with the plain store. Nothing orders the instance's own
/// fields before the variable, so another core may see the variable filled and the instance empty.
///
/// What we expect: An x86-64 processor does not reorder two stores, so no run shows a defect unless the compiler has
/// reordered them. On weaker memory, an instance can be handed out half-built. It is a data race everywhere.
///
/// Source: This is the accessor of `tutorial: §1 final version` without its allocation.
package struct DoubleCheckedLock<B: Backend>: Strategy {
  private let lock: B.RecursiveLock
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    lock = cell.recursiveLock()
    instance = cell.variable()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    if instance.load() == nil {
      lock.whileHeld(by: caller) {
        if instance.load() == nil {
          instance.store(caller.make())
        }
      }
    }
    return instance.load()
  }
}

extension DoubleCheckedLock {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { DoubleCheckedLock<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "double-checked-lock",
      idea: "plain read, recursive lock, plain read again, build, plain store",
      alsoKnownAs: ["double-checked locking", "double check", "DCL", "DCLP"],
      citations: [Citation(.tutorial, "§1 accessor")],
      expects: [
        .firstAccess: .sound(onWeakMemory: [.race, .halfBuilt]),
        // The accessor makes the same memory accesses as in first-access, so weak memory shows the same defects.
        .mixedConstruction: .defect(.instances, onWeakMemory: [.race, .halfBuilt]),
        // The nested access builds a second instance, so `instances` is declared as well as `nestedInits`.
        .reentrant: .defect(.nestedInits, .instances, leastThreads: 1, onWeakMemory: [.race, .halfBuilt]),
      ],
      plain: PlainListing(PhotoLibraryForm.self))
  }
}

private enum PhotoLibraryForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .mixedConstruction, .reentrant]

  static func shared() -> PhotoLibrary? { PhotoLibrary.shared }
  static func construct() -> PhotoLibrary? { PhotoLibrary() }
}
