package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: The accessor builds under a lock, allocation returns the accessor's instance, and a copy returns its original.
/// Retain and release do nothing, so the instance's life never ends.
///
/// What can go wrong: A caller that allocates and then initializes runs the initializer on the finished instance.
///
/// What we expect: The accessor is sound, but a caller that constructs initializes the instance again.
///
/// Source: This is `macro: V2`, which follows Apple's old sample code, and returns the variable after its lock, with
/// the same outcomes.
package struct SynchronizedRedirect<B: Backend>: Strategy {
  private let lock: B.RecursiveLock
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    lock = cell.recursiveLock()
    instance = cell.variable()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    lock.whileHeld(by: caller) {
      if instance.load() == nil {
        instance.store(caller.make())
      }
      return instance.load()
    }
  }

  package func construct(_ caller: B.Caller) -> B.Instance? {
    guard let allocated = shared(caller) else { return nil }
    caller.initialize(allocated)
    return allocated
  }

  package func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { original }
  package func retain(_ instance: B.Instance, _ caller: B.Caller) {}
  package func release(_ instance: B.Instance, _ caller: B.Caller) {}
}

extension SynchronizedRedirect {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { SynchronizedRedirect<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "synchronized-redirect",
      idea: "accessor under a recursive lock; allocation calls it, copies return self, retain and release do nothing",
      alsoKnownAs: ["@synchronized", "objc_sync_enter", "allocWithZone"],
      citations: [Citation(.macro, "V2")],
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.reinits, onWeakMemory: [.race]),
        .copy: .sound,
        // The nested access builds a second instance, so `instances` is declared as well as `nestedInits`.
        .reentrant: .defect(.nestedInits, .instances, leastThreads: 1),
        .overRelease: .sound,
      ],
      plain: PlainListing(AddressBookForm.self))
  }
}

private enum AddressBookForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .copy, .reentrant]

  static func shared() -> AddressBook? { AddressBook.shared }
  static func copy(_ original: AddressBook) -> AddressBook? { original.copy() }
}
