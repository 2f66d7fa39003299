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
    CatalogEntry(StaticLetFailable.self),
    CatalogEntry(MainActorStaticLet.self),
    CatalogEntry(LazyVar.self),
    CatalogEntry(ArcLazy.self),
    CatalogEntry(ArcAlloc.self),
    CatalogEntry(ArcTeardown.self),
    CatalogEntry(ArcExternalWrite.self),
    CatalogEntry(WeakUnguarded.self),
    CatalogEntry(MutexGuarded.self),
    CatalogEntry(KeyedRegistry.self),
    CatalogEntry(WeakCache.self),
    CatalogEntry(ConfiguredVariable.self),
    CatalogEntry(ConfiguredOnce.self),
    CatalogEntry(ConfiguredMutex.self),
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
    CatalogEntry(GlobalActorGuarded.self),
    CatalogEntry(ActorAwaiting.self),
    CatalogEntry(StoredTask.self),
    CatalogEntry(StoredTaskRetry.self),
    CatalogEntry(StoredTaskCanceling.self),
    CatalogEntry(TaskLocalValue.self),
  ]
}

extension SourceLibrary {
  /// The source files that the program can show, as they were when the program was built: the strategies, their
  /// listings in plain Swift, the lessons' demonstrations, and the files of the packages that the program writes.
  ///
  /// They are decoded when the first one is requested, because decoding them would double a child's start, and no child
  /// needs them.
  package static let embedded = SourceLibrary { embeddedTexts[$0] }

  private static let embeddedTexts: [String: SourceText] = {
    var next = embedded_sources()
    func text() -> String {
      let text = String(cString: next)
      next += text.utf8.count + 1
      return text
    }
    // Each line is of the form `#embed "../MODULE/FOLDER/FILE" suffix(, 0,)`.
    let paths = text().split(separator: "\n").filter { $0.hasPrefix("#embed \"../") }.map {
      $0.split(separator: "\"")[1]
    }
    return Dictionary(
      uniqueKeysWithValues: paths.map { path in
        let parts = path.split(separator: "/").drop { $0 == ".." }
        // The spelling of `#fileID`: the module and the file's name, without folders in between.
        let file = "\(parts.first!)/\(parts.last!)"
        return (file, SourceText(file: file, text: text(), path: "Sources/Bench/" + parts.joined(separator: "/")))
      })
  }()
}
