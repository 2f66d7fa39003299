package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: A child class inherits an accessor that holds a lock. The variable is the parent's, but the lock belongs to
/// the class on which the accessor is called.
///
/// What can go wrong: Parent and child use different locks for the same variable, and the first one to store decides
/// the class.
///
/// What we expect: The strategy is sound for the parent alone. With a child there are two instances, and instances of
/// the wrong class; a caller that constructs a child initializes the existing instance again.
///
/// Source: This is `macro: V2 with a child`, and the lock of `tutorial: §1 final version` in a child.
package struct InheritedSynchronized<B: Backend>: Strategy {
  private let locks: PerClass<B.RecursiveLock>
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    locks = PerClass(parent: cell.recursiveLock(), child: cell.recursiveLock())
    instance = cell.variable()
  }

  @inline(__always)
  private func shared(_ receiver: InstanceClass, _ caller: B.Caller) -> B.Instance? {
    locks[receiver].whileHeld(by: caller) {
      if instance.load() == nil {
        instance.store(caller.make(receiver))
      }
      return instance.load()
    }
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

extension InheritedSynchronized {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { InheritedSynchronized<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "inherited-synchronized",
      idea: "the lock is the receiver's class; the variable is shared",
      alsoKnownAs: ["@synchronized", "objc_sync_enter"],
      citations: [
        Citation(.macro, "V2 with a child"), Citation(.tutorial, "§1 final version"),
        Citation(.tutorial, "§5 base class"),
      ],
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.reinits, onWeakMemory: [.race]),
        .subclass: .defect(.instances, .wrongClass, onWeakMemory: [.race, .halfBuilt]),
        .subclassConstruction: .defect(.instances, .reinits, .wrongClass, onWeakMemory: [.race, .halfBuilt]),
        // The nested access builds a second instance, so `instances` is declared as well as `nestedInits`.
        .reentrant: .defect(.nestedInits, .instances, leastThreads: 1),
      ],
      plain: PlainListing(DocumentForm.self))
  }
}

private enum DocumentForm: PlainForm {
  typealias Child = Spreadsheet
  static let scenarios: [Scenario] = [.firstAccess, .subclass]
  static let mayCrash: String? = "two classes have two locks around one variable"

  static func shared() -> PlainSwift.Document? { PlainSwift.Document.shared }
  static func sharedByChild() -> AnyObject? { Spreadsheet.shared }
}
