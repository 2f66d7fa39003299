import Foundation
import SingletonStrategies
public import SingletonStrategyKit
import TestSupport
public import Testing

import struct SingletonCore.Expectation

@Suite struct `The standard catalog` {
  private static let infos = Catalog.standard.entries.map(\.info)

  @Test func `every strategy's id is unique`() {
    #expect(Set(Self.infos.map(\.id)).count == Self.infos.count)
  }

  @Test(arguments: infos.map(\.id)) func `ids are in kebab case`(id: String) {
    #expect(id.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
  }

  @Test(arguments: infos)
  func `every strategy has an idea, and one declaration for each scenario it runs in`(info: StrategyInfo) {
    #expect(!info.idea.isEmpty)
    #expect(!info.declarations.isEmpty)
    #expect(Set(info.declarations.map(\.scenario)).count == info.declarations.count)
  }

  @Test(arguments: infos) func `no declaration needs more than two threads, and a sound one needs one`(
    info: StrategyInfo
  ) {
    for expectation in info.declarations.map(\.expectation) {
      #expect((1...2).contains(expectation.leastThreads))
      if expectation.demand == .sound { #expect(expectation.leastThreads == 1) }
    }
  }

  @Test(arguments: infos) func `every declared expectation is read back as it was printed`(info: StrategyInfo) throws {
    for expectation in info.declarations.map(\.expectation) {
      #expect(try #require(Expectation(expectation.description)).description == expectation.description)
    }
  }

  @Test func `what the table says to write is what the README says to write`() throws {
    let text = try String(contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)
    let section = try #require(text.split(separator: "\n## ").first { $0.hasPrefix("What should I write?") })
    let advice = Catalog.standard.advice
    #expect(advice.map(\.strategy) == ["static-let", "scoped-owner", "mutex", "actor"])
    for strategy in advice.map(\.strategy) { #expect(section.contains("`\(strategy)`"), "\(strategy)") }
  }

  @Test func `every strategy's file is registered, and every registered strategy has a file`() {
    #expect(StrategyFile.all.count == Self.infos.count)
    #expect(Set(StrategyFile.all.compactMap(\.id)) == Set(Self.infos.map(\.id)))
  }

  @Test(arguments: infos) func `the embedded source of a strategy is its file`(info: StrategyInfo) throws {
    let source = try #require(Catalog.standard.sources(of: info).first, "run scripts/embed-sources")
    let file = try #require(StrategyFile.all.first { $0.id == info.id })
    #expect(source.text == file.text)
    #expect(info.file == "SingletonStrategies/\(file.name)")
  }

  @Test func `the list of embedded sources is what scripts/embed-sources writes`() throws {
    let (process, output) = (Process(), Pipe())
    process.executableURL = Repository.root.appending(path: "scripts/embed-sources")
    process.arguments = ["--print"]
    process.standardOutput = output
    try process.run()
    let written = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let isUpToDate =
      written == (try Repository.text("Sources/Bench/SingletonEmbeddedSources/SingletonEmbeddedSources.c"))
    #expect(isUpToDate, "run scripts/embed-sources")
  }

  @Test(arguments: infos) func `every file that a strategy is built on is embedded`(info: StrategyInfo) {
    for file in info.relatedFiles { #expect(Catalog.standard.sources[file] != nil, "\(file)") }
  }
}

@Suite struct `Strategy files` {
  @Test(arguments: StrategyFile.all)
  func `a strategy's file opens with its idea, risk, expectation and source`(file: StrategyFile) {
    let parts = file.header.compactMap { $0.wholeMatch(of: /\ ([A-Z][a-z ]*): ?(.*)/)?.1 }
    #expect(parts == ["Idea", "What can go wrong", "What we expect", "Source"])
  }

  /// A strategy without its own `rebind(to:)` would silently exist natively only.
  @Test(arguments: StrategyFile.all) func `a generic strategy rebinds to other backends`(file: StrategyFile) {
    #expect(file.reboundName == file.genericName)
  }
}

extension StrategyInfo: CustomTestStringConvertible {
  public var testDescription: String { id }
}
