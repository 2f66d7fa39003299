package import Outcomes

/// THE list: the only place where a strategy is registered.
package struct Catalog: Sendable {
  package let entries: [CatalogEntry]

  package init(_ entries: [CatalogEntry]) { self.entries = entries }

  package static let standard = Catalog([])
}

/// One strategy of the list.
package struct CatalogEntry: Sendable {
  package let card: Card
  package let traits: Traits
  /// The strategy in one of the scenarios of its card, to be run natively.
  package let race: @Sendable (Scenario) -> Race

  package init<S: Strategy>(_ strategy: S.Type) where S.W == NativeWorld {
    card = S.card
    traits = S.traits
    race = { Race(S.self, $0) }
  }
}
