extension Catalog {
  static let further = [
    // ...
    CatalogEntry(SpinFlag.self),
    CatalogEntry(SpinLockGuarded.self),
    CatalogEntry(PthreadOnceGuarded.self),
    // ...
  ]
}
