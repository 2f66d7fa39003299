import SingletonStrategyKit

extension Catalog {
  /// The strategies that no document shows.
  static let further = [
    CatalogEntry(StaticLet.self),
    CatalogEntry(LazyVar.self),
    CatalogEntry(ArcLazy.self),
    CatalogEntry(ArcAlloc.self),
    CatalogEntry(ArcTeardown.self),
    CatalogEntry(ArcExternalWrite.self),
    CatalogEntry(WeakUnguarded.self),
    CatalogEntry(MutexGuarded.self),
    CatalogEntry(AtomicLazyReferenceGuarded.self),
    CatalogEntry(CompareExchange.self),
    CatalogEntry(SpinFlag.self),
    CatalogEntry(PthreadOnceGuarded.self),
    CatalogEntry(SerialQueueGuarded.self),
    CatalogEntry(BarrierQueueGuarded.self),
    CatalogEntry(ReaderWriterGuarded.self),
    CatalogEntry(ThreadLocalWitness.self),
    CatalogEntry(RelaxedDoubleCheckedLock.self),
    CatalogEntry(ActorGuarded.self),
    CatalogEntry(ActorAwaiting.self),
  ]
}
