import SingletonCore

/// The strategies that a program knows, with their source code, the documents that they cite, and other idioms.
public struct Catalog: Sendable {
  public let entries: [CatalogEntry]
  package let sources: SourceLibrary
  // Closures, because a child process needs neither documents nor idioms.
  private let makeDocuments: @Sendable () -> [Document]
  private let makeIdioms: @Sendable () -> [Idiom]

  /// Creates a catalog of strategies, whose ids must differ.
  ///
  /// Commands read the source files that they show from the folder in which the program was compiled; a file that no
  /// longer exists is not shown.
  public init(_ entries: [CatalogEntry]) { self.init(entries, sources: .files(of: entries)) }

  package init(
    _ entries: [CatalogEntry], sources: SourceLibrary,
    documents: @escaping @autoclosure @Sendable () -> [Document] = [],
    idioms: @escaping @autoclosure @Sendable () -> [Idiom] = []
  ) {
    self.entries = entries
    self.sources = sources
    makeDocuments = documents
    makeIdioms = idioms
  }

  /// Returns the catalog with more strategies. A strategy replaces the one with the same id.
  public func adding(_ added: [CatalogEntry]) -> Catalog {
    let kept = entries.filter { entry in !added.contains { $0.info.id == entry.info.id } }
    return Catalog(
      kept + added, sources: sources.or(.files(of: added)), documents: makeDocuments(), idioms: makeIdioms())
  }

  package var ids: [String] { entries.map(\.info.id) }

  /// The strategies to write, each with the need that it serves; what Swift itself does comes first.
  package var advice: [Tool.Advice] {
    let advised = entries.filter { $0.info.advisedFor != nil }
    return (advised.filter { $0.ownForm == .plain } + advised.filter { $0.ownForm != .plain })
      .map { ($0.info.id, $0.info.advisedFor!) }
  }

  package var documents: [Document] { makeDocuments() }

  package var idioms: [Idiom] { makeIdioms() }

  /// Returns the documents that a strategy cites, in the order of the documents.
  package func documents(citedBy info: StrategyInfo) -> [Document] {
    documents.filter { document in info.citations.contains { $0.document == document.name } }
  }

  /// Returns the source files of a strategy: its own, then those of the types that it is built on.
  ///
  /// Files that the catalog does not have are left out.
  package func sources(of info: StrategyInfo) -> [SourceText] {
    ([info.file] + info.relatedFiles).compactMap { sources[$0] }
  }

  /// Returns the source files of a checked strategy; none if the catalog does not have the strategy.
  package func listings(of result: CheckRow) -> [SourceText] {
    entry(result.strategy).map { sources(of: $0.info) } ?? []
  }

  /// Returns the strategy's idea as an application would write it, or `nil` if the catalog has no such listing.
  ///
  /// The listings for the module `SingletonStrategies` are in the module `PlainSwift`, in files of the same names.
  package func plainSwift(of info: StrategyInfo) -> SourceText? {
    guard info.file.hasPrefix("SingletonStrategies/") else { return nil }
    return sources[info.file].flatMap { sources["PlainSwift/\($0.name)"] }
  }

  /// Returns the code that a strategy's own form races: its file, or its listing.
  package func code(of entry: CatalogEntry) -> SourceText? {
    entry.ownForm == .plain ? plainSwift(of: entry.info) : sources[entry.info.file]
  }

  package func entry(_ id: some StringProtocol) -> CatalogEntry? { entries.first { $0.info.id == id } }
}

/// One strategy of a catalog.
public struct CatalogEntry: Sendable {
  package let info: StrategyInfo
  /// The form on the harness's primitives, or `nil` if the strategy is its listing.
  private let harness: RacedForm?
  /// A closure, because building the metadata of all types took an eighth of a child's start.
  private let type: @Sendable () -> (any Strategy<NativeBackend>.Type)?

  /// Returns what a run races, or `nil` if the strategy is not raced in this form.
  package func raced(as form: RowForm) -> RacedForm? {
    switch form {
    case .harness: harness
    case .plain: info.plain.raced(info.declarations)
    }
  }

  /// The form that shows what the strategy declares: the harness's, or the listing if the strategy is one.
  package var ownForm: RowForm { harness == nil ? .plain : .harness }

  /// The strategy type, which can be rebound to another backend, or `nil` if the entry has none.
  package var native: (any Strategy<NativeBackend>.Type)? { type() }

  package init(info: StrategyInfo, traits: Traits = [], workload: @escaping @Sendable (Scenario) -> Workload) {
    self.info = info
    harness = RacedForm(traits: traits, declarations: info.declarations, workload: workload)
    type = { nil }
  }

  /// Creates the entry of a strategy.
  ///
  /// Call it in the strategy's own module: there, the compiler can specialize the loops that call the strategy. Without
  /// that, an access takes a hundred times as long.
  public init<S: Strategy>(_ strategy: S.Type) where S.B == NativeBackend {
    info = S.info
    harness = RacedForm(traits: S.traits, declarations: info.declarations) { Workload(S.self, $0) }
    type = { S.self }
  }

  /// Creates the entry of a strategy that is its listing. Call it in the strategy's own module, too.
  @usableFromInline package init<L: ListedStrategy>(_ strategy: L.Type) {
    var info = L.info
    info.plain = PlainListing(strategy)
    self.info = info
    harness = nil
    type = { nil }
  }
}
