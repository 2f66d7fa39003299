import SingletonBench

extension Catalog {
  /// The strategies of this package.
  public static let client = Catalog([CatalogEntry(ClientLazy.self), CatalogEntry(ClientMutex.self)])
}
