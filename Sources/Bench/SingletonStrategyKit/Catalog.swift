import SingletonCore

/// The strategies that a program contains, with their source code, the documents that they cite, and idioms that are
/// not strategies.
public struct Catalog: Sendable {
  public let entries: [CatalogEntry]
  package let sources: SourceLibrary
  // These are closures, because a child process needs neither documents nor idioms.
  private let makeDocuments: @Sendable () -> [Document]
  private let makeIdioms: @Sendable () -> [Idiom]

  /// Creates a catalog of strategies with different ids.
  ///
  /// Commands that show source code read it from the folder in which the program was compiled. Files that no longer
  /// exist are not shown.
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

  /// Returns the catalog with more strategies. An added strategy replaces the strategy with the same id.
  public func adding(_ added: [CatalogEntry]) -> Catalog {
    let kept = entries.filter { entry in !added.contains { $0.info.id == entry.info.id } }
    return Catalog(
      kept + added, sources: sources.or(.files(of: added)), documents: makeDocuments(), idioms: makeIdioms())
  }

  package var ids: [String] { entries.map(\.info.id) }

  /// The advised strategies, each with its use. Those that are part of Swift itself come first.
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

  /// Returns the source files of a strategy: the strategy's own file, then the files of the types that it builds on.
  ///
  /// Files that the catalog does not contain are left out.
  package func sources(of info: StrategyInfo) -> [SourceText] {
    ([info.file] + info.relatedFiles).compactMap { sources[$0] }
  }

  /// Returns the source files of the strategy that a check is about, or an empty array if the catalog does not contain
  /// it.
  package func listings(of result: CheckRow) -> [SourceText] {
    guard let info = entry(result.strategy)?.info else { return [] }
    return result.form == .plain ? [plainSwift(of: info)].compactMap(\.self) : sources(of: info)
  }

  /// Returns the listing that shows the strategy as an application would write it, or `nil` if there is none.
  ///
  /// The listings of the strategies in `SingletonStrategies` are files of the same names in `PlainSwift`.
  package func plainSwift(of info: StrategyInfo) -> SourceText? {
    // As one module, or as the copy of it whose listings are compiled for a check.
    guard ["SingletonStrategies/", "InstrumentedStrategies/"].contains(where: info.file.hasPrefix) else { return nil }
    return sources[info.file].flatMap { sources["PlainSwift/\($0.name)"] }
  }

  /// Returns the code that a race of the strategy's own form runs: the strategy's file, or its listing.
  package func code(of entry: CatalogEntry) -> SourceText? {
    entry.ownForm == .plain ? plainSwift(of: entry.info) : sources[entry.info.file]
  }

  package func entry(_ id: some StringProtocol) -> CatalogEntry? { entries.first { $0.info.id == id } }
}

/// One strategy of a catalog.
public struct CatalogEntry: Sendable {
  package let info: StrategyInfo
  /// The form that uses the harness's primitives, or `nil` if the strategy exists only as a listing.
  private let harness: RacedForm?
  /// A closure, because it took an eighth of a child's start to create the metadata of all types.
  private let type: @Sendable () -> (any Strategy<NativeBackend>.Type)?

  /// Returns the form to race, or `nil` if the strategy is not raced in this form.
  package func raced(as form: RowForm) -> RacedForm? {
    switch form {
    case .harness: harness
    case .plain: info.plain.raced(info.declarations)
    }
  }

  /// The form to which the strategy's declarations apply: the harness's if there is one, otherwise the listing.
  package var ownForm: RowForm { harness == nil ? .plain : .harness }

  /// The strategy's type, which can be rebound to another backend, or `nil` if the strategy exists only as a listing.
  package var native: (any Strategy<NativeBackend>.Type)? { type() }

  package init(info: StrategyInfo, traits: Traits = [], workload: @escaping @Sendable (Scenario) -> Workload) {
    self.info = info
    harness = RacedForm(traits: traits, declarations: info.declarations, workload: workload)
    type = { nil }
  }

  /// Creates the catalog entry of a strategy.
  ///
  /// Call this initializer in the module that defines the strategy, where the compiler can specialize the loops that
  /// call it. Otherwise, an access takes a hundred times as long.
  public init<S: Strategy>(_ strategy: S.Type) where S.B == NativeBackend {
    info = S.info
    harness = RacedForm(traits: S.traits, declarations: info.declarations) { Workload(S.self, $0) }
    type = { S.self }
  }

  /// Creates the catalog entry of a strategy that exists only as a listing. Call this initializer in the module that
  /// defines the strategy.
  @usableFromInline package init<L: ListedStrategy>(_ strategy: L.Type) {
    var info = L.info
    info.plain = PlainListing(strategy)
    self.info = info
    harness = nil
    type = { nil }
  }
}
