extension Catalog {
  private static let entries = [
    // ...
    CatalogEntry(SpinFlag.self),
    CatalogEntry(SpinLockGuarded.self),
    CatalogEntry(PthreadOnceGuarded.self),
    // ...
  ]
}
