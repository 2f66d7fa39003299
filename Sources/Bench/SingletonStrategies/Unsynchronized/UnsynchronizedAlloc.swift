package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: The class intercepts its own allocation, so that every way to make an instance returns the same memory.
///
/// What can go wrong: The interception has the same data race as any lazy variable. Allocation is also only the first
/// of two steps: every caller initializes what it gets, even an instance that another thread has finished.
///
/// What we expect: There is more than one instance, and a second initialization resets the state of instances. With
/// counted references, the racing stores can also crash: arc-alloc does so.
///
/// Source: This is `tutorial: §1 first listing`.
package struct UnsynchronizedAlloc<B: Backend>: Strategy {
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    instance = cell.variable()
  }

  private func allocate(_ caller: B.Caller) -> B.Instance? {
    if instance.load() == nil {
      instance.store(caller.allocate())
    }
    return instance.load()
  }

  package func construct(_ caller: B.Caller) -> B.Instance? {
    guard let allocated = allocate(caller) else { return nil }
    caller.initialize(allocated)
    return allocated
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? { construct(caller) }

  /// Allocates and then initializes, as construction does.
  package func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { construct(caller) }
}

extension UnsynchronizedAlloc {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { UnsynchronizedAlloc<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "unsynchronized-alloc",
      idea: "allocation returns a lazily stored instance; every caller initializes the result",
      alsoKnownAs: ["allocWithZone"],
      citations: [Citation(.tutorial, "§1 first listing")],
      expects: [
        .firstAccess: .defect(.instances, .reinits, onWeakMemory: [.race]),
        .mixedConstruction: .defect(.instances, .reinits, onWeakMemory: [.race]),
        // Even a single thread initializes again: it calls the accessor, then copies, and the copy initializes what it
        // gets.
        .copy: .defect(.instances, .reinits, may: [.reinits], onWeakMemory: [.race]),
        // The outer accesses race as they do in first-access, so there may be several instances.
        .reentrant: .defect(.nestedInits, .reinits, may: [.instances], leastThreads: 1, onWeakMemory: [.race]),
      ],
      plain: PlainListing(PreferencesForm.self))
  }
}

private enum PreferencesForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .mixedConstruction]
  static let mayCrash: String? =
    "a store releases the old object, which another thread may have read but not retained yet"

  static func shared() -> Preferences? { Preferences.shared }
  static func construct() -> Preferences? { Preferences.make() }
}
