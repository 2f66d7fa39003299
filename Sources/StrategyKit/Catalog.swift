import Core

/// The strategies that a program knows, with their source code.
public struct Catalog: Sendable {
  public let entries: [CatalogEntry]
  public let sources: SourceLibrary

  public init(_ entries: [CatalogEntry], sources: SourceLibrary) {
    self.entries = entries
    self.sources = sources
  }

  public var ids: [String] { entries.map(\.info.id) }

  /// Returns the source files of a strategy: its own, then those of the types that it is built on.
  ///
  /// Files that the catalog does not have are left out.
  public func sources(of info: StrategyInfo) -> [SourceText] {
    ([info.file] + info.relatedFiles).compactMap { sources[$0] }
  }

  /// Returns the strategy's idea as an application would write it, or `nil` if the catalog has no such listing.
  ///
  /// It is in the module `PlainSwift`, in a file with the same name as the strategy's.
  public func plainSwift(of info: StrategyInfo) -> SourceText? {
    sources[info.file].flatMap { sources["PlainSwift/\($0.name)"] }
  }

  /// Returns the strategy with this id, or `nil` if there is none.
  public func entry(_ id: some StringProtocol) -> CatalogEntry? { entries.first { $0.info.id == id } }
}

/// One strategy of a catalog.
public struct CatalogEntry: Sendable {
  public let info: StrategyInfo
  public let traits: Traits
  /// Returns the native workload of the strategy in one scenario.
  public let workload: @Sendable (Scenario) -> Workload
  /// A closure, because building the metadata of all types took an eighth of a child's start.
  private let type: @Sendable () -> (any Strategy<NativeBackend>.Type)?

  /// The strategy type, which can be rebound to another backend, or `nil` if the entry has only a workload.
  public var native: (any Strategy<NativeBackend>.Type)? { type() }

  public init(info: StrategyInfo, traits: Traits = [], workload: @escaping @Sendable (Scenario) -> Workload) {
    self.info = info
    self.traits = traits
    self.workload = workload
    type = { nil }
  }

  public init<S: Strategy>(_ strategy: S.Type) where S.B == NativeBackend {
    info = S.info
    traits = S.traits
    workload = { Workload(S.self, $0) }
    type = { S.self }
  }
}
