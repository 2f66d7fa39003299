package struct Catalog: Sendable {
  package static let standard = Catalog([
    // ...
    CatalogEntry(SpinFlag.self),
    CatalogEntry(SpinLockGuarded.self),
    CatalogEntry(PthreadOnceGuarded.self),
    // ...
  ])
}
