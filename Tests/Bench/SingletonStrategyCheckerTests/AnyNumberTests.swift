import SingletonCore
import SingletonMemoryModels
import SingletonStrategyKit
import Testing

@testable import SingletonStrategyChecker

/// The strategies that are proved for any number of threads in `first-access`.
let provedForAnyNumber = [
  "atomic-lazy-reference", "barrier-queue", "class-initialize", "compare-exchange", "configured-mutex",
  "configured-once",
  "configured-variable", "constructor-unavailable",
  "double-checked-lock-acquire", "eager-load", "inherited-once", "inherited-synchronized", "init-guarded",
  "keyed-registry", "mutex",
  "once-strict", "once-token", "once-token-alloc", "once-two-tokens", "per-class-once", "pthread-once",
  "reader-writer-lock", "retain-count-overridden", "serial-queue", "spin-flag", "subclass-once-recursive",
  "synchronized-lazy", "synchronized-redirect",
]

/// Those that are proved where threads have roles or meet in phases.
let provedInOtherScenarios: [(String, Scenario, AnyNumberRow.Verdict)] = [
  ("configured-once", .mixedConstruction, .proved),
  ("once-strict", .subclass, .proved), ("keyed-registry", .subclass, .proved),
  // Threads contend for two tokens.
  ("per-class-once", .subclass, .provedUnderSC),
  ("synchronized-redirect", .overRelease, .proved), ("retain-count-overridden", .overRelease, .proved),
  ("mutex", .failing, .proved),
]

/// Proofs for any number of threads.
@Suite struct `Proofs for any number of threads` {
  private static func check(
    _ strategy: String, _ scenario: Scenario = .firstAccess, threads: Int = 2
  ) throws
    -> StrategyCheck
  {
    try CheckPlace.check(strategy, scenario, threads: threads)
  }

  @Test(arguments: provedForAnyNumber)
  func `a strategy is proved under RC11`(strategy: String) throws {
    let row = try Self.check(strategy).proofForAnyNumber()
    #expect(row.verdict == .proved && row.reason == nil && row.views > 0 && (2...3).contains(row.threads))
  }

  @Test(arguments: provedInOtherScenarios)
  func `a strategy is proved with roles and phases`(
    strategy: String, scenario: Scenario, verdict: AnyNumberRow.Verdict
  ) throws {
    #expect(try Self.check(strategy, scenario).proofForAnyNumber().verdict == verdict)
  }

  /// What is proved for any number cannot be refuted for some.
  @Test(
    arguments: CheckPlace.modeled.flatMap { entry in
      [
        Scenario.firstAccess, .copy, .mixedConstruction, .subclass, .overRelease, .externalWrite, .failing,
        .lateConfiguration,
      ].filter { entry.info.expectation(in: $0) != nil }.map {
        CheckPlace(check: CheckPlace.check(entry, $0, 3))
      }
    })
  func `a strategy that three threads break is not proved`(place: CheckPlace) throws {
    if place.check.proofForAnyNumber().verdict == .open { return }
    #expect(try place.check.row(draws: false).verdict == .proved)
  }

  @Test(
    arguments: [
      ("weak-once", "counts decide, which have no bound"), ("semaphore-guarded", "a wait has a time limit"),
      ("thread-local-witness", "a caller asks for its index, or has memory of its own"),
      ("scoped-owner", "a caller asks for its index, or has memory of its own"),
      ("once-token-nested", "a view shows: stops the process"), ("double-checked-lock", "a view shows a data race"),
      ("weak-cache", "a view shows two instances"),
      // Each step alone is sequentially consistent, but nothing orders the first load and what it finds.
      ("relaxed-double-checked-lock", "a view shows a data race"),
    ])
  func `a strategy without a proof has a reason`(strategy: String, reason: String) throws {
    #expect(try Self.check(strategy).proofForAnyNumber().reason == reason)
  }

  /// Nothing wrong is handed out where nothing is handed out.
  @Test func `a strategy whose threads wait forever is not proved`() throws {
    #expect(try Self.check("spin-flag", .reentrant).proofForAnyNumber().reason == "two threads break it: waits forever")
  }

  @Test func `instances that may follow one another are not covered`() throws {
    for (strategy, scenario) in [("weak-once", Scenario.reacquire), ("teardown-lazy", .teardown)] {
      let row = try Self.check(strategy, scenario).proofForAnyNumber()
      #expect(row.reason == "instances may follow one another")
    }
  }

  /// The argument from sequential consistency to RC11 must notice each order that is needed, and with more threads no
  /// order becomes less needed.
  @Test(arguments: provedForAnyNumber)
  func `a strategy with an order too weak is not proved`(strategy: String) throws {
    let check = try Self.check(strategy)
    var search = OrderingSearch([check], limits: CheckLimits())
    try search.begin()
    let sites = search.sites
    for (place, site) in sites.enumerated() {
      for weaker in site.role.weaker(than: site.written) {
        let orders = sites.map(\.written).replacing(place, with: weaker)
        guard try search.defect(with: orders, at: sites) != nil else { continue }
        #expect(proof(of: check, with: orders, at: sites).verdict == .open, "\(site.sourceLine) \(site.role)")
      }
    }
  }

  /// One of its orders is weaker than that of the source, as the declaration says.
  @Test func `a strategy with its weakest orders that suffice is proved`() throws {
    let check = try Self.check("spin-flag")
    var search = OrderingSearch([check], limits: CheckLimits())
    try search.begin()
    let (sites, sets) = try search.minimalSets()
    #expect(sets.count == 1 && sets[0] != sites.map(\.written))
    #expect(proof(of: check, with: sets[0], at: sites).verdict == .proved)
  }

  private func proof(of check: StrategyCheck, with orders: [MemoryOrder], at sites: [OrderingSite]) -> AnyNumberRow {
    check.proofForAnyNumber(.trying(Dictionary(uniqueKeysWithValues: zip(sites, orders)), OperationRecord()))
  }
}

/// Strategies that are sound for few threads, or for all, of which no proof for any number must be claimed.
@Suite struct `Strategies that many threads break` {
  private func row(_ entry: CatalogEntry) -> AnyNumberRow {
    StrategyCheck(entry, .firstAccess, threads: 2).proofForAnyNumber()
  }

  @Test func `a strategy that the fourth caller breaks`() throws {
    let entry = CatalogEntry(BrokenByCaller<NativeBackend, Fourth>.self)
    #expect(row(entry).reason == "a view shows two instances")
    #expect(try StrategyCheck(entry, .firstAccess, threads: 3).run()?.found == [])
    #expect(try #require(try StrategyCheck(entry, .firstAccess, threads: 4).run()).found.contains(.instances))
  }

  @Test func `a strategy that the tenth caller breaks`() {
    #expect(row(CatalogEntry(BrokenByCaller<NativeBackend, Tenth>.self)).verdict == .open)
  }

  /// The third caller gets another instance.
  @Test(arguments: [
    CatalogEntry(StoresWord<NativeBackend, FirstName>.self), CatalogEntry(StoresWord<NativeBackend, SecondName>.self),
    CatalogEntry(StoresWord<NativeBackend, UnknownName>.self), CatalogEntry(StoresWord<NativeBackend, EndedWord>.self),
  ])
  func `a strategy that stores what looks like an instance`(entry: CatalogEntry) throws {
    #expect(row(entry).verdict == .open, "\(entry.info.id)")
    #expect(try StrategyCheck(entry, .firstAccess, threads: 2).run()?.found == [])
    #expect(try #require(try StrategyCheck(entry, .firstAccess, threads: 3).run()).found.contains(.instances))
  }

  @Test func `a strategy that the thousandth caller breaks`() {
    let reason = row(CatalogEntry(BrokenByCaller<NativeBackend, Thousandth>.self)).reason
    #expect(reason == "counts decide, which have no bound")
  }

  /// The callers of an earlier phase do not count.
  @Test(arguments: [
    (CatalogEntry(BrokenByLateCaller<NativeBackend, Third>.self), 3),
    (CatalogEntry(BrokenByLateCaller<NativeBackend, Fourth>.self), 4),
  ])
  func `a strategy that the third or fourth caller breaks in a later phase`(entry: CatalogEntry, caller: Int) throws {
    let check = StrategyCheck(entry, .overRelease, threads: caller)
    #expect(check.proofForAnyNumber().reason == "a view shows two instances")
    let limits = CheckLimits(executions: 2_000)
    #expect(try StrategyCheck(entry, .overRelease, threads: caller - 1).run(limits: limits)?.found == [])
    #expect(try #require(try check.run(limits: limits)).found.contains(.instances))
  }

  @Test func `a strategy that the tenth caller breaks in a later phase`() {
    let entry = CatalogEntry(BrokenByLateCaller<NativeBackend, Tenth>.self)
    #expect(StrategyCheck(entry, .overRelease, threads: 2).proofForAnyNumber().verdict == .open)
  }

  @Test func `a strategy whose instance is another one in a later phase`() throws {
    let check = StrategyCheck(CatalogEntry(ReplacesReleased<NativeBackend>.self), .overRelease, threads: 2)
    #expect(check.proofForAnyNumber().reason == "a view shows two instances")
    #expect(try #require(try check.run()).found.contains(.instances))
  }

  /// Without its bad caller, the strategy is proved.
  @Test func `a strategy whose later callers all get the same instance`() {
    let entry = CatalogEntry(BrokenByLateCaller<NativeBackend, Nobody>.self)
    #expect(StrategyCheck(entry, .overRelease, threads: 2).proofForAnyNumber().verdict == .proved)
  }

  /// Two threads each are harmless, as is a third that finds the first two done.
  @Test func `a strategy that three concurrent callers break`() throws {
    let entry = CatalogEntry(BrokenByThreeInside<NativeBackend>.self)
    #expect(row(entry).verdict == .open)
    #expect(try StrategyCheck(entry, .firstAccess, threads: 2).run()?.found == [])
    #expect(try #require(try StrategyCheck(entry, .firstAccess, threads: 3).run()).found.contains(.instances))
  }

  /// Threads contend for several locations, so RC11 allows more than sequential consistency does.
  @Test func `a strategy that only sequential consistency keeps whole is proved for that alone`() throws {
    let entry = CatalogEntry(RaisesFlags<NativeBackend>.self)
    #expect(row(entry).verdict == .provedUnderSC)
    let check = StrategyCheck(entry, .firstAccess, threads: 2)
    #expect(try #require(try check.run()).found.contains(.instances))
    #expect(try #require(try check.under(.sc).run()).found.isEmpty)
  }

  @Test func `a strategy that compares instances by more than identity`() {
    #expect(
      row(CatalogEntry(OrdersInstances<NativeBackend>.self)).reason
        == "more about an instance matters than which one it is")
  }

  @Test func `a strategy whose memory has a word for each caller`() {
    #expect(
      row(CatalogEntry(CountsCallers<NativeBackend>.self)).reason
        == "a caller asks for its index, or has memory of its own")
  }

  @Test func `a strategy that spins in a loop of its own`() {
    #expect(row(CatalogEntry(SpinsByHand<NativeBackend>.self)).reason == "too many cases")
  }
}
