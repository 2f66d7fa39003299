package import Outcomes

/// THE list: the only place where a strategy is registered.
package struct Catalog: Sendable {
  package let entries: [CatalogEntry]

  package init(_ entries: [CatalogEntry]) { self.entries = entries }

  package static let standard = Catalog([
    // The documents'.
    CatalogEntry(UnsynchronizedLazy.self),
    CatalogEntry(UnsynchronizedAlloc.self),
    CatalogEntry(SynchronizedLazy.self),
    CatalogEntry(SynchronizedAlloc.self),
    CatalogEntry(SynchronizedRedirect.self),
    CatalogEntry(InheritedSynchronized.self),
    CatalogEntry(DoubleCheckedLock.self),
    CatalogEntry(DoubleCheckedAlloc.self),
    CatalogEntry(DoubleCheckedLockAcquire.self),
    CatalogEntry(OnceToken.self),
    CatalogEntry(OnceTokenAlloc.self),
    CatalogEntry(OnceTokenNested.self),
    CatalogEntry(OnceTokenTwice.self),
    CatalogEntry(OnceTwoTokens.self),
    CatalogEntry(OnceStrict.self),
    CatalogEntry(ConstructorUnavailable.self),
    CatalogEntry(EagerLoad.self),
    CatalogEntry(ClassInitialize.self),
    CatalogEntry(RetainCountOverridden.self),
    CatalogEntry(InheritedOnce.self),
    CatalogEntry(SubclassOnceRecursive.self),
    CatalogEntry(PerClassOnce.self),
    CatalogEntry(InitGuarded.self),
    CatalogEntry(WeakOnce.self),
    CatalogEntry(SemaphoreGuarded.self),
    CatalogEntry(SemaphoreGuardedInherited.self),
    CatalogEntry(SemaphoreImmortal.self),
    CatalogEntry(SemaphoreDestroyable.self),
    CatalogEntry(Weak.self),
    CatalogEntry(WeakLockedRead.self),
    CatalogEntry(TeardownLazy.self),
    CatalogEntry(ExposedGlobal.self),
    CatalogEntry(LazyProperty.self),
    CatalogEntry(ScopedOwner.self),
    // Beyond the documents.
    CatalogEntry(StaticLet.self),
    CatalogEntry(LazyVar.self),
    CatalogEntry(ArcLazy.self),
    CatalogEntry(ArcTeardown.self),
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
  ])
}

/// One strategy of the list.
package struct CatalogEntry: Sendable {
  package let card: Card
  package let traits: Traits
  /// The strategy in one of the scenarios of its card, to be run natively.
  package let race: @Sendable (Scenario) -> Race
  /// The strategy itself, to be rebound to another world; nil for what is no strategy.
  package let native: (any Strategy<NativeWorld>.Type)?

  package init(card: Card, traits: Traits = [], race: @escaping @Sendable (Scenario) -> Race) {
    self.card = card
    self.traits = traits
    self.race = race
    native = nil
  }

  package init<S: Strategy>(_ strategy: S.Type) where S.W == NativeWorld {
    card = S.card
    traits = S.traits
    race = { Race(S.self, $0) }
    native = strategy
  }
}
