import ClientStrategies
import SingletonStrategies
import SingletonStrategyKit
import Testing

@Suite struct `A client's catalog` {
  private static func entry(_ id: String, file: StaticString = #fileID, path: StaticString = #filePath) -> CatalogEntry
  {
    let info = StrategyInfo(id: id, idea: "", expects: [.firstAccess: .sound], file: file, path: path)
    return CatalogEntry(info: info) { _ in fatalError("it does not run") }
  }

  @Test func `a strategy's file is read from where it was compiled`() throws {
    let info = try #require(Catalog.client.entry("client-lazy")).info
    let source = try #require(Catalog.client.sources(of: info).first)
    #expect(source.name == "ClientLazy.swift" && source.text.contains("struct ClientLazy<B: Backend>: Strategy {\n"))
  }

  @Test func `another file of its module is found in the same folder, and one of another module is not`() {
    #expect(Catalog.client.sources["ClientStrategies/ClientCatalog.swift"] != nil)
    #expect(Catalog.client.sources["Elsewhere/ClientCatalog.swift"] == nil)
    #expect(Catalog.client.sources["ClientStrategies/Elsewhere.swift"] == nil)
  }

  @Test func `a file that is not there anymore is not shown`() {
    let catalog = Catalog([Self.entry("gone", file: "Gone/Gone.swift", path: "/nowhere/Gone.swift")])
    #expect(catalog.sources["Gone/Gone.swift"] == nil)
    #expect(catalog.sources(of: catalog.entries[0].info).isEmpty)
  }

  @Test func `what is added to the standard catalog has its source beside the embedded ones`() throws {
    let catalog = Catalog.standard.adding(Catalog.client.entries)
    #expect(catalog.ids.suffix(2) == ["client-lazy", "client-mutex"])
    #expect(catalog.sources["ClientStrategies/ClientLazy.swift"] != nil)
    #expect(catalog.plainSwift(of: try #require(catalog.entry("mutex")).info) != nil)
    #expect(catalog.documents.count == Catalog.standard.documents.count)
  }

  @Test func `an added strategy replaces the one with its id`() throws {
    let catalog = Catalog.standard.adding([Self.entry("mutex")])
    #expect(catalog.entries.count == Catalog.standard.entries.count)
    #expect(try #require(catalog.entry("mutex")).info.file == "SingletonBenchTests/CatalogTests.swift")
  }

  /// A client's file may have the name of one of ours.
  @Test func `a listing in plain Swift is that of a standard strategy only`() {
    let entry = Self.entry("mutex", file: "Client/MutexGuarded.swift")
    #expect(Catalog.standard.adding([entry]).plainSwift(of: entry.info) == nil)
  }
}
