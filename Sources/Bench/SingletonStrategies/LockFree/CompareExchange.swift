package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: A thread that finds no instance builds one and tries to publish it. A single compare-and-exchange decides, and
/// the losing threads destroy their instances.
///
/// What can go wrong: The initializer may run more than once, so it must have no effect other than its instance.
///
/// What we expect: Every access gets the same instance, but the initializer runs more than once.
///
/// Source: This is the lock-free form, which `Synchronization.AtomicLazyReference` offers ready-made.
package struct CompareExchange<B: Backend>: Strategy {
  private let instance: AtomicVariable<B>

  package init(_ cell: inout B.Cell) {
    instance = cell.atomicVariable()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    if let found = instance.load(.acquiring) { return found }
    let built = caller.make()
    let published = instance.publish(built, success: .releasing, failure: .acquiring)
    if published != built { caller.release(built) }
    return published
  }
}

extension CompareExchange {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { CompareExchange<O>.self }
  package static var traits: Traits { [.endsLives] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "compare-exchange",
      idea: "build, then publish by one compare-and-exchange; losers are destroyed",
      alsoKnownAs: ["compare and swap", "CAS", "OSAtomicCompareAndSwapPtr", "atomic_compare_exchange_strong"],
      expects: [
        .firstAccess: .defect(.inits),
        .mixedConstruction: .defect(.instances),
        .reentrant: .defect(.nestedInits, leastThreads: 1),
      ],
      plain: PlainListing(ColorTableForm.self))
  }
}

private enum ColorTableForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .mixedConstruction]

  static func shared() -> ColorTable? { ColorTable.shared }
  static func construct() -> ColorTable? { ColorTable() }
}
