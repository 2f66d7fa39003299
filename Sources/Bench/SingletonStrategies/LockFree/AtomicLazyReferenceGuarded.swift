package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: The toolchain's own lazy reference publishes the first instance that is stored. Several threads may build an
/// instance, but all of them get the published one.
///
/// What can go wrong: The initializer may run more than once, so it must have no effect other than its instance.
///
/// What we expect: Every access gets the same instance, but the initializer runs more than once.
///
/// Source: This form uses `Synchronization.AtomicLazyReference`.
package struct AtomicLazyReferenceGuarded<B: Backend>: Strategy {
  private let reference: B.LazyReference

  package init(_ cell: inout B.Cell) {
    reference = cell.lazyReference()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    if let found = reference.load(caller) { return found }
    let built = caller.make()
    let published = reference.storeIfNil(built, caller)
    if published != built { caller.release(built) }
    return published
  }
}

extension AtomicLazyReferenceGuarded {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { AtomicLazyReferenceGuarded<O>.self }
  package static var traits: Traits { [.endsLives] }
  package static var info: StrategyInfo {
    StrategyInfo(
      id: "atomic-lazy-reference",
      idea: "Synchronization.AtomicLazyReference: several may be built, one published",
      alsoKnownAs: ["ManagedAtomicLazyReference"],
      expects: [
        .firstAccess: .defect(.inits),
        .mixedConstruction: .defect(.instances),
        .reentrant: .defect(.nestedInits, leastThreads: 1),
      ],
      plain: PlainListing(FontCatalogForm.self))
  }
}

private enum FontCatalogForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .mixedConstruction]

  static func shared() -> FontCatalog? { FontCatalog.shared }
  static func construct() -> FontCatalog? { FontCatalog() }
}
