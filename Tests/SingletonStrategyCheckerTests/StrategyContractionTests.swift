import SingletonCore
import SingletonModelChecker
import SingletonStrategyKit
import TestSupport
import Testing

@testable import SingletonStrategyChecker

/// The condition of the theorem of *Contraction* in the documentation, for each strategy.
@Suite struct `Contraction of strategies` {
  private static let page = "Sources/singleton-bench/Documentation.docc/Concepts/Contraction.md"

  @Test func `the table on the page is what the search finds`() throws {
    let rows = try CheckPlace.modeled.filter { $0.info.expectation(in: .firstAccess) != nil }.map(ContractionRow.init)
    #expect(rows.count > 50)
    let table = ContractionRow.table(rows)
    #expect(try Repository.text(Self.page).contains(table), "\(Self.page) should contain:\n\(table)")
    for row in rows {
      guard case .success(let changers) = row.anyNumber else { continue }
      #expect(row.staying.allSatisfy { $0 <= changers } && changers < 2, "\(row)")
      // Views prove what three threads do not break.
      if provedForAnyNumber.contains(row.strategy) { continue }
      #expect(try CheckPlace.check(row.strategy, threads: 3).row(draws: false).verdict == .refuted, "\(row)")
    }
  }

  /// Random accessors differ from sound ones in anything.
  @Test func `no more callers of a random accessor stay than it has changers`() throws {
    var (decided, ofOne) = (0, 0)
    for shape in AccessorShape.some(200, seed: 11) {
      let program = ShapedProgram(roles: [[shape]])
      guard case .success(let most)? = try? Changers(of: program.replicated).most else { continue }
      decided += 1
      ofOne += most == 1 ? 1 : 0
      let staying = try StayingCallers(program.trial(callers: [0, 0, 0]), stopsEarly: true).most
      #expect(staying <= most, "\(shape)")
    }
    #expect(decided > 20 && ofOne > 20, "\(decided) \(ofOne)")
  }

  /// The theorem itself: what four threads break, three break, if there is one changer at most.
  @Test func `three threads break a random accessor that four break, if one of them changes something`() throws {
    var broken = 0
    for shape in AccessorShape.some(200, seed: 12) {
      let program = ShapedProgram(roles: [[shape]])
      guard case .success(let most)? = try? Changers(of: program.replicated).most, most < 2 else { continue }
      func breaks(_ threads: Int) throws -> Bool {
        let callers = Array(repeating: 0, count: threads)
        let result = try #require(try ShapeCheck(program: program, callers: callers, model: .rc11).run())
        return result.found.subtracting([.hang]).contains(where: Promise.oneInstance.isBroken)
      }
      guard try breaks(4) else { continue }
      broken += 1
      #expect(try breaks(3) || breaks(2), "\(shape)")
    }
    #expect(broken > 5, "\(broken)")
  }

  private func row<S: Strategy>(_ strategy: S.Type) throws -> String where S.B == NativeBackend {
    try ContractionRow(CatalogEntry(strategy)).cells
  }

  @Test func `a strategy whose values return, or whose callers count, has no bound`() throws {
    let rows = [
      try row(ForgetsInstance<NativeBackend>.self), try row(BrokenByCaller<NativeBackend, Fourth>.self),
      try row(TestAndSetLock<NativeBackend>.self),
    ]
    #expect(
      rows == [
        "1, 2, 3 | not decided: a value that returns | the variable", "1, 2, 3 | not decided: counts | the variable",
        "1, 2, 3 | not decided: too many cases | the variable",
      ])
  }

  @Test func `a strategy in which a change follows a change has no bound`() throws {
    let row = try row(ChangesInSteps<NativeBackend>.self)
    #expect(row == "1, 2, 2 | not decided: a change without a look | the variable")
  }

  @Test func `a strategy with two changers may need four threads`() throws {
    let row = try row(BrokenByThreeInside<NativeBackend>.self)
    #expect(row == "1, 2, 2 | 2 | the variable")
  }
}

/// A row of the table.
private struct ContractionRow {
  let strategy: String
  /// The most callers that stay, of two, three and four.
  let staying: [Int]
  /// Whether the searches for these were complete.
  let isComplete: Bool
  let anyNumber: Result<Int, Changers.Unknown>
  /// What others have read of those that stay, with three callers.
  let read: Set<String>

  init(_ entry: CatalogEntry) throws {
    func check(_ threads: Int) -> StrategyCheck { CheckPlace.check(entry, .firstAccess, threads) }
    let searches = try (2...4).map { try StayingCallers(try #require(check($0).trial(.none)), stopsEarly: $0 == 4) }
    strategy = entry.info.id
    staying = searches.map(\.most)
    isComplete = !searches.contains(where: \.isLimited)
    read = Set(searches[1].steps.compactMap(\.written))
    do { anyNumber = try Changers(of: check(2)).most } catch { anyNumber = .failure(error) }
  }

  var cells: String {
    let bound =
      switch anyNumber {
      case .success(let most): "\(most)"
      case .failure(let unknown): "not decided: \(unknown.reason)"
      }
    let read = read.isEmpty ? "nothing" : read.sorted().reversed().joined(separator: ", ")
    return "\(staying.map(String.init).joined(separator: ", "))\(isComplete ? "" : " or more") | \(bound) | \(read)"
  }

  static func table(_ rows: [ContractionRow]) -> String {
    let groups = Dictionary(grouping: rows, by: \.cells).sorted { $0.key < $1.key }
    let lines = groups.map { cells, rows in
      "| \(cells) | \(rows.map { "`\($0.strategy)`" }.sorted().joined(separator: ", ")) |"
    }
    return
      (["| stay of 2, 3, 4 | stay of any number | others read | strategies |", "| --- | --- | --- | --- |"] + lines)
      .joined(separator: "\n")
  }
}

extension StepKind {
  /// What a step writes, or `nil` for an instance, which others read with what refers to it.
  fileprivate var written: String? {
    switch self {
    case .variable, .atomicVariable, .lazyReferenceStore: "the variable"
    case .onceBegin, .onceEnd: "the token"
    case .readLock, .readUnlock, .writeLock, .writeUnlock: "the count of readers"
    case .retain, .weakRetain, .release: "the count of references"
    case .semaphoreWait, .semaphoreSignal: "the count of permits"
    case .lock, .unlock: "the lock"
    case .initialize, .destroy: nil
    case .none, .spinWait, .onceLook, .onceWait, .lazyReferenceLoad, .look, .note: "\(self)"
    }
  }
}

/// A strategy that drops its instance when it is asked again.
private struct ForgetsInstance<B: Backend>: Strategy {
  private let lock: B.Lock
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) {
    lock = cell.lock()
    instance = cell.variable()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    lock.whileHeld {
      let found = instance.load()
      instance.store(found == nil ? caller.make() : nil)
      return found
    }
  }

  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? {
    ForgetsInstance<Other>.self
  }
  static var info: StrategyInfo {
    StrategyInfo(id: "forgets-instance", idea: "drops its instance", expects: [.firstAccess: .sound])
  }
}

/// A strategy whose first two callers each take a step, one after the other, and all of whose callers build.
private struct ChangesInSteps<B: Backend>: Strategy {
  private let step: B.AtomicMemory

  init(_ cell: inout B.Cell) { step = cell.atomicMemory() }

  func shared(_ caller: B.Caller) -> B.Instance? {
    _ = take(0) || take(1)
    return caller.make()
  }

  private func take(_ number: UInt) -> Bool {
    step.compareExchange(expected: number, desired: number + 1, success: .acquiring, failure: .acquiring)
  }

  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? {
    ChangesInSteps<Other>.self
  }
  static var info: StrategyInfo {
    StrategyInfo(id: "changes-in-steps", idea: "two change the same", expects: [.firstAccess: .sound])
  }
}
