/// THE list: the only place where a strategy is registered.
package struct Catalog: Sendable {
  package let entries: [CatalogEntry]

  package init(_ entries: [CatalogEntry]) { self.entries = entries }

  package static let standard = Catalog([])
}

/// One strategy of the list.
package struct CatalogEntry: Sendable {
  package let card: Card
}
