import SingletonCore
internal import SingletonEmbeddedSources
public import SingletonStrategyKit

extension Catalog {
  /// The catalog of all strategies of singleton-bench.
  ///
  /// Two files list them, because the compiler generates the code of two files at the same time.
  public static let standard = Catalog(
    documented + further, sources: .embedded, documents: Document.standard, idioms: Idiom.standard)

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

extension SourceLibrary {
  /// The source files of the strategies, of their listings in plain Swift, and of the lessons' demonstrations, as they
  /// were when the program was built.
  ///
  /// They are decoded when the first is asked for. A child process needs none, and decoding would double its start.
  package static let embedded = SourceLibrary { embeddedTexts[$0] }

  private static let embeddedTexts: [String: SourceText] = {
    var texts: [String: SourceText] = [:]
    var name: UnsafePointer<CChar>?
    var index = 0
    while let text = embedded_source(index, &name), let name {
      index += 1
      let file = String(cString: name)
      texts[file] = SourceText(file: file, text: String(cString: text))
    }
    return texts
  }()
}
