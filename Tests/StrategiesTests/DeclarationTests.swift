import Outcomes
import Strategies
import Testing

/// Testing has a type of this name too.
typealias Expectation = Outcomes.Expectation

@Suite struct `What the catalogue declares` {
  /// As the tables have it, re-entry included.
  private static let tables: [Place: String] = Dictionary(
    uniqueKeysWithValues: DeclaredRow.all.flatMap { row in
      row.expected.map { (Place(row.id, $0.key), $0.value) }
        + (DeclaredReentry.expected[row.id].map { [(Place(row.id, .reentrant), $0)] } ?? [])
    })

  private static let cards: [Place: Expectation] = Dictionary(
    uniqueKeysWithValues: Catalog.standard.entries.flatMap { entry in
      entry.card.declarations.map { (Place(entry.card.id, $0.scenario), $0.expectation) }
    })

  @Test func `has the strategies of the tables, in their order`() {
    #expect(DeclaredRow.all.count == 51)
    #expect(Catalog.standard.entries.map(\.card.id) == DeclaredRow.all.map(\.id))
  }

  @Test(arguments: DeclaredRow.all.map(\.id)) func `is what the tables declare`(id: String) {
    let declared = Self.tables.merging(Deviation.expected) { $1 }.filter { $0.key.id == id }
    let cards = Self.cards.filter { $0.key.id == id }.mapValues(\.description)
    #expect(cards == declared)
  }

  @Test func `on weak memory is what the tables declare`() {
    let declared = DeclaredOnWeakMemory.expected.merging(Deviation.onWeakMemory) { $1 }
      .merging(DeclaredRaces.expected) { $1 }
    let cards = Self.cards.mapValues(\.onWeakMemory).filter { !$0.value.isEmpty }
    #expect(cards == declared)
  }

  @Test(arguments: Deviation.expected.keys.sorted()) func `deviates only where it says so`(place: Place) throws {
    #expect(Self.tables[place] != Deviation.expected[place])
    // More is declared, never less: what the tables have stays allowed.
    let declared = try #require(Deviation.expected[place].flatMap { Expectation($0) })
    let inTables = Self.tables[place].flatMap { Expectation($0) }
    #expect(inTables?.allowed.isSubset(of: declared.allowed) != false)
  }

  @Test(arguments: Deviation.onWeakMemory.keys.sorted()) func `deviates on weak memory only where it says so`(
    place: Place
  ) {
    #expect(DeclaredOnWeakMemory.expected[place] == nil && DeclaredRaces.expected[place] == nil)
  }

  @Test(arguments: cards.keys.sorted()) func `needs two threads at most, and one where nothing can be shown`(
    place: Place
  ) throws {
    let expectation = try #require(Self.cards[place])
    #expect((1...2).contains(expectation.leastThreads))
    if expectation.demand == .sound { #expect(expectation.leastThreads == 1) }
  }
}
