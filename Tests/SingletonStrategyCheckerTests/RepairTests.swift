import SingletonCore
import SingletonStrategies
import SingletonStrategyKit
import Testing

@testable import SingletonStrategyChecker

/// Single edits of strategies, made in the model.
@Suite struct `Single edits` {
  private static func check(
    _ entry: CatalogEntry, threads: Int = 2, _ scenario: Scenario = .firstAccess
  ) -> StrategyCheck {
    StrategyCheck(entry, scenario, threads: threads)
  }

  private static func standard(_ id: String) throws -> CatalogEntry { try #require(Catalog.standard.entry(id)) }

  private func repair(_ entry: CatalogEntry, threads: Int = 2, _ scenario: Scenario = .firstAccess) throws -> RepairRow
  {
    try Self.check(entry, threads: threads, scenario).repair(limits: CheckLimits())
  }

  private func repairs(_ entry: CatalogEntry, threads: Int = 2) throws -> [RepairRow.Kind] {
    try repair(entry, threads: threads).repairs.map(\.kind)
  }

  @Test(arguments: [2, 3])
  func `a relaxed look outside a lock is repaired by the order at its line, and by nothing weaker`(threads: Int) throws
  {
    let row = try repair(Self.standard("relaxed-double-checked-lock"), threads: threads)
    #expect(row.repairs.map(\.kind) == [.order, .lock])
    let repair = try #require(row.repairs.first)
    #expect(
      repair.place.contains(/^RelaxedDoubleCheckedLock\.swift:\d+$/) && repair.change == "load relaxed -> acquire")
    // The other load and the store are orders, too.
    #expect(row.attempts.count { $0.kind == .order } == 4)
  }

  @Test func `a look before a plain store is repaired by a lock, or by a store of which the first wins`() throws {
    let row = try repair(Self.standard("unsynchronized-lazy"))
    #expect(row.repairs.map(\.kind) == [.storedOnce, .lock])
    #expect(row.attempts.map(\.kind) == [.atomic, .storedOnce, .lock])
    #expect(row.attempts[0].row.breaches == [.instances])
    #expect(row.repairs.map(\.row.reported) == [[.inits], []])
  }

  @Test func `a double check of a plain variable is repaired by an atomic one`() throws {
    let row = try repair(Self.standard("double-checked-lock"))
    #expect(row.repairs.map(\.kind) == [.atomic, .lock])
    #expect(row.repairs[0].place.contains(/^DoubleCheckedLock\.swift:\d+(, \d+){3}$/))
  }

  @Test func `a critical section that does not look again is repaired by a look`() throws {
    #expect(try repairs(CatalogEntry(OneLook<NativeBackend>.self)) == [.look, .storedOnce, .lock])
    let row = try repair(CatalogEntry(OneLookReturning<NativeBackend>.self))
    #expect(row.repairs.map(\.kind) == [.look, .lock])
    #expect(row.repairs[0].change == "the section begins with a look at instance (acquire), and ends if it is not nil")
  }

  @Test func `a section whose result is no instance is not ended early`() throws {
    let row = try repair(CatalogEntry(OneLookCounting<NativeBackend>.self))
    #expect(row.row.verdict == .refuted)
    #expect(!row.attempts.contains { $0.kind == .look })
  }

  @Test(arguments: ["unsynchronized-lazy", "double-checked-lock", "compare-exchange"])
  func `no edit of an accessor keeps a caller from constructing`(strategy: String) throws {
    let row = try repair(Self.standard(strategy), .mixedConstruction)
    #expect(row.row.verdict == .refuted && row.repairs.isEmpty && !row.isOpen)
    // What is exchanged is not stored.
    #expect(row.attempts.contains { $0.kind == .storedOnce } == (strategy != "compare-exchange"))
    #expect(row.attempts.last?.kind == .lock && row.attempts.allSatisfy { !$0.row.breaches.isEmpty })
  }

  @Test func `a lock around an accessor that is entered again does not wait for itself`() throws {
    let row = try repair(Self.standard("unsynchronized-lazy"), .reentrant)
    let lock = try #require(row.attempts.last)
    #expect(lock.kind == .lock && lock.row.breaches == [.nestedInits, .instances])
  }

  @Test func `a weak variable and a variable of each caller are not edited`() throws {
    for strategy in ["weak-once-early-read", "lazy-property"] {
      #expect(try repair(Self.standard(strategy)).attempts.map(\.kind) == [.lock])
    }
    let both = try repair(CatalogEntry(WeakAndPlain<NativeBackend>.self))
    #expect(both.attempts.map(\.kind) == [.atomic, .storedOnce, .lock] && both.repairs.isEmpty)
  }

  @Test func `an order is not made stronger than one that suffices at its place`() throws {
    let row = try repair(CatalogEntry(RelaxedFlagPair<NativeBackend>.self))
    #expect(row.repairs.map(\.kind) == [.lock])
    #expect(
      row.attempts.prefix(4).map(\.change) == [
        "load relaxed -> acquire", "load relaxed -> seq_cst", "store relaxed -> release", "store relaxed -> seq_cst",
      ])
    let relaxed = try repair(Self.standard("relaxed-double-checked-lock"))
    #expect(!relaxed.attempts.contains { $0.place == relaxed.repairs[0].place && $0.change.hasSuffix("seq_cst") })
  }

  @Test func `a proved row is not edited`() throws {
    #expect(try repair(Self.standard("mutex")).attempts.isEmpty)
    #expect(try repair(Self.standard("static-let")).row.verdict == .notModeled)
  }

  @Test func `an edit that a limit leaves open is neither a repair nor none`() throws {
    let entry = try Self.standard("unsynchronized-lazy")
    let row = try Self.check(entry, threads: 3).repair(limits: CheckLimits(executions: 2))
    #expect(row.row.verdict == .refuted && row.attempts.contains { $0.row.verdict == .undecided })
    #expect(row.isOpen == row.repairs.isEmpty)
  }

  @Test func `an edit is checked in the other scenarios that were proved`() throws {
    let row = try repair(Self.standard("once-strict"), .mixedConstruction)
    let others = try #require(row.repairs.first?.others)
    #expect(others.map(\.scenario) == ["first-access", "copy", "subclass"])
    #expect(others.allSatisfy { $0.verdict == .proved && $0.threads == 2 })
  }

  @Test func `an edit that breaks another scenario says so`() throws {
    let row = try repair(CatalogEntry(ConstructionWaits<NativeBackend>.self))
    let lock = try #require(row.repairs.first { $0.kind == .lock })
    #expect(lock.others.map(\.scenario) == ["mixed-construction"] && lock.others[0].breaches == [.hang])
  }

  /// The same edit in the model, and by hand.
  @Test(arguments: [2, 3])
  func `an edit has as many executions as the strategy that is written so`(threads: Int) throws {
    let pairs: [(CatalogEntry, RepairRow.Kind, CatalogEntry)] = [
      (try Self.standard("relaxed-double-checked-lock"), .order, try Self.standard("double-checked-lock-acquire")),
      (try Self.standard("unsynchronized-lazy"), .lock, try Self.standard("synchronized-lazy")),
      (try Self.standard("double-checked-lock"), .atomic, CatalogEntry(AtomicDoubleCheck<NativeBackend>.self)),
      (try Self.standard("unsynchronized-lazy"), .storedOnce, CatalogEntry(FirstStoreWins<NativeBackend>.self)),
      (CatalogEntry(OneLook<NativeBackend>.self), .look, CatalogEntry(LookAgainInside<NativeBackend>.self)),
      (
        CatalogEntry(OneLookReturning<NativeBackend>.self), .look,
        CatalogEntry(LookAgainReturning<NativeBackend>.self)
      ),
    ]
    for (written, kind, repaired) in pairs {
      let edited = try #require(try repair(written, threads: threads).repairs.first { $0.kind == kind }).row
      let byHand = try Self.check(repaired, threads: threads).row()
      #expect(byHand.verdict == .proved && edited.executions == byHand.executions, "\(written.info.id), \(kind)")
      #expect(edited.found == byHand.found)
    }
  }
}
