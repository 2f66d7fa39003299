import SingletonCore
import SingletonMemoryModels
import SingletonStrategies
import SingletonStrategyKit
import Testing

@testable import SingletonStrategyChecker

/// The minimal sets of memory orders of strategies.
@Suite struct `Minimal sets of memory orders` {
  private func checks(_ entry: CatalogEntry, _ threads: [Int], _ model: MemoryModel = .rc11) -> [StrategyCheck] {
    threads.map { StrategyCheck(entry, .firstAccess, threads: $0, model: model, sources: Catalog.standard.sources) }
  }

  private func rows(_ entry: CatalogEntry, threads: [Int] = [2, 3]) throws -> [OrderingRow] {
    try OrderingRow.rows(of: checks(entry, threads), limits: CheckLimits())
  }

  @Test func `VSync's lock needs an acquire exchange and a release store, and nothing else`() throws {
    let rows = try rows(CatalogEntry(TestAndSetLock<NativeBackend>.self))
    #expect(rows.map(\.role) == ["load", "failure", "success", "store"])
    #expect(rows.map(\.least) == [.relaxed, .relaxed, .acquire, .release])
    #expect(rows.allSatisfy { $0.verdict == .weaker && $0.set == 1 })
    #expect(rows.map(\.defect) == [nil, nil, .race, .race])
  }

  @Test func `two ways to publish have two minimal sets`() throws {
    let rows = try rows(CatalogEntry(TwoFlags<NativeBackend>.self))
    let sets = Dictionary(grouping: rows) { $0.set! }.mapValues { $0.map(\.least) }
    #expect(sets.count == 2)
    #expect(
      Set(sets.values) == [
        [.acquire, .relaxed, .release, .relaxed], [.relaxed, .acquire, .relaxed, .release],
      ])
    #expect(rows.allSatisfy { ($0.verdict == .stronger) == ($0.least != .relaxed) })
  }

  @Test(arguments: ["compare-exchange", "relaxed-double-checked-lock", "two-flags"], [MemoryModel.rc11, .tso])
  func `the minimal sets are those of all sets, each checked`(strategy: String, model: MemoryModel) throws {
    let entry = Catalog.standard.entry(strategy) ?? CatalogEntry(TwoFlags<NativeBackend>.self)
    var search = OrderingSearch(checks(entry, [2], model), limits: CheckLimits())
    try search.begin()
    let (sites, sets) = try search.minimalSets()
    let sufficient = try Self.allOrders(sites.map(\.role)).filter { try search.defect(with: $0, at: sites) == nil }
    #expect(Set(sets) == Self.minimal(of: sufficient))
    #expect(sets.count >= 1 && sites.count >= 3)
  }

  private static func allOrders(_ roles: [OrderingSite.Role]) -> [[MemoryOrder]] {
    roles.reduce([[]]) { sets, role in sets.flatMap { set in role.orders.map { set + [$0] } } }
  }

  private static func minimal(of sets: [[MemoryOrder]]) -> Set<[MemoryOrder]> {
    Set(sets.filter { set in !sets.contains { $0 != set && $0.isAtMost(set) } })
  }

  /// Each of some random sets suffices, and so does everything stronger.
  @Test func `the minimal sets of random requirements are found, by fewer trials than there are sets`() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      let roles = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        [OrderingSite.Role.load, .store, .success, .failure].randomElement(using: &random)!
      }
      let required = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        roles.map { $0.orders.randomElement(using: &random)! }
      }
      let first = roles.map { $0.orders.randomElement(using: &random)! }
      var trials = 0
      let found = MinimalOrderings<Never>(roles, from: first) { orders in
        trials += 1
        return required.contains { $0.isAtMost(orders) }
      }
      #expect(Set(found.minimal) == Self.minimal(of: required), "\(roles), \(required), from \(first)")
      #expect(found.minimal.count == Set(found.minimal).count)
      #expect(trials <= Self.allOrders(roles).count)
    }
  }

  @Test func `if a limit ends a check, the sets are not known`() throws {
    let entry = CatalogEntry(TestAndSetLock<NativeBackend>.self)
    let rows = try OrderingRow.rows(of: checks(entry, [2]), limits: CheckLimits(executions: 2))
    #expect(!rows.isEmpty && rows.allSatisfy { $0.verdict == .limit && $0.set == nil && $0.defect == nil })
  }

  @Test(arguments: CheckPlace.modeled.map(\.info.id))
  func `every memory order is that of a minimal set, or is declared as stronger than needed`(strategy: String) throws {
    let entry = try #require(CheckPlace.modeled.first { $0.info.id == strategy })
    let checks = entry.info.declarations.filter { $0.scenario != .reentrant }.flatMap { declaration in
      (declaration.scenario == .subclass ? [2, 4] : [2, 3]).map { CheckPlace.check(entry, declaration.scenario, $0) }
    }
    let rows = try OrderingRow.rows(of: checks, limits: CheckLimits(executions: 5_000))
    for row in rows where row.verdict != .stronger {
      #expect(row.verdict == (row.reason == nil ? .asWritten : .weaker), "\(row.file):\(row.line) \(row.role)")
    }
    // Orders that are too weak are declared, by the defects that they cause.
    let isTooWeak = checks.contains { check in
      check.expectation.allowedFindings(threads: 2, model: .rc11)
        != check.expectation.allowedFindings(threads: 2, model: .sc)
    }
    #expect(rows.contains { $0.verdict == .stronger } == (isTooWeak && !rows.isEmpty))
    let reasons = Set(rows.compactMap(\.reason))
    #expect(reasons == Set(entry.info.relaxableOrderings.map(\.why)), "a reason without its memory order")
  }
}
