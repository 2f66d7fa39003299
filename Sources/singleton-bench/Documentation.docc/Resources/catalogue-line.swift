    CatalogEntry(SpinFlag.self),
    CatalogEntry(SpinLockGuarded.self),
    CatalogEntry(PthreadOnceGuarded.self),
