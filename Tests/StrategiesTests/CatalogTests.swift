import Strategies
import Testing

@Suite struct `The catalogue` {
  private static let cards = Catalog.standard.entries.map(\.card)

  @Test func `has each id once`() {
    #expect(Set(Self.cards.map(\.id)).count == Self.cards.count)
  }

  @Test(arguments: cards.map(\.id)) func `spells ids in kebab case`(id: String) {
    #expect(id.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
  }

  @Test(arguments: cards) func `has an idea and a declaration of each strategy, one for each scenario`(card: Card) {
    #expect(!card.idea.isEmpty)
    #expect(!card.declarations.isEmpty)
    #expect(Set(card.declarations.map(\.scenario)).count == card.declarations.count)
  }

  @Test func `registers each strategy that has a file, and has a file for each`() {
    #expect(StrategySource.all.count == Self.cards.count)
    #expect(Set(StrategySource.all.compactMap(\.id)) == Set(Self.cards.map(\.id)))
  }

  /// What is shown is the file, so each must be embedded: `CPlatform/StrategySources.c` lists them.
  @Test(arguments: Catalog.standard.entries.map(\.card.id)) func `shows each strategy by its own file, as it is`(
    id: String
  ) throws {
    let entry = try #require(Catalog.standard.entries.first { $0.card.id == id })
    let source = try #require(entry.source, "not embedded")
    let file = try #require(StrategySource.all.first { $0.id == id })
    #expect(source.text == file.text)
    #expect(entry.sources.count >= 2 && entry.sources.last?.name == "Strategy")
  }
}

@Suite struct `A strategy's file` {
  @Test(arguments: StrategySource.all) func `opens with idea, risk, expectation and source`(file: StrategySource) {
    let parts = file.header.compactMap { $0.wholeMatch(of: /\ ([A-Z][a-z ]*): ?(.*)/)?.1 }
    #expect(parts == ["Idea", "What can go wrong", "What we expect", "Source"])
  }

  @Test(arguments: StrategySource.all) func `takes its strategy to other worlds if it is generic`(
    file: StrategySource
  ) {
    #expect(file.rebinds == file.genericName)
  }

  @Test func `is generic over a world but for what exists only in a process`() {
    let native = StrategySource.all.filter { $0.genericName == nil }.compactMap(\.id)
    #expect(
      Set(native) == [
        "actor", "actor-awaiting", "arc-lazy", "arc-teardown", "lazy-var", "static-let", "weak-unguarded",
      ])
  }
}

extension Card: CustomTestStringConvertible {
  public var testDescription: String { id }
}
