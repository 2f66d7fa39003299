import CSingletonHooks
import SingletonCore
import SingletonMemoryModels
import SingletonModelChecker
import SingletonStrategyChecker
import SingletonStrategyKit

/// A check of the accessor of an unmodified class with a number of threads.
struct InstrumentedCheck<Owner: ~Copyable, Value>: ModelCheck, @unchecked Sendable {
  // Unchecked: the user's closures run on the thread that checks.

  let subject: Subject<Owner, Value>
  let program: InstrumentedProgram<Owner, Value>
  var model: MemoryModel
  let log: InstrumentedLog

  var name: String { subject.name }
  var threads: Int { program.threadCount }
  var scenario: Scenario { subject.scenario }
  let traits: Traits = []
  let isCompiledCode = true
  var expectation: Expectation { subject.expectation }
  var buildsOnce: Bool { subject.buildsOnce }
  var timeouts: Timeouts { subject.timeouts ?? .whenStuck }
  var sources: SourceLibrary { subject.sources }

  func trial(_ orderings: OrderingExperiment) -> Trial? { nil }

  /// Explores with the accesses that are known to conflict, until no other access has conflicted.
  func explore(
    limits: CheckLimits, _ orderings: OrderingExperiment, mostIdleRuns: @escaping (Set<Defect>) -> UInt64?
  ) throws(ExplorationError) -> ExplorationResult? {
    var (orders, record): (SiteOrders?, OperationRecord?)
    if case .trying(let tried, let tries) = orderings { (orders, record) = (SiteOrders(tried), tries) }
    var round = 0
    while true {
      round += 1
      program.begin(with: orders)
      let findings = AccessFindings(
        program, promising: subject.promise, buildsOnce: subject.buildsOnce, limits: limits, mostIdleRuns: mostIdleRuns)
      do throws(ExplorationError) {
        let explorer = try Explorer(program, under: model, visitor: findings)
        findings.result.isComplete = try explorer.run()
      } catch {
        // Before all conflicts are known, threads may depend on each other without events.
        if !ch_has_grown() {
          // What the library does with a collection on which threads race may differ from run to run. The race is one all the same.
          guard case .notDeterministic = error, program.refused == nil, let race = findings.certainRace else {
            throw error
          }
          findings.result.schedules = [.race: race]
        }
      }
      if ch_has_grown() && !limits.isReached(runs: 0) {
        if round < Self.mostRounds { continue }
        log.note(Undecided(Self.moving, place: nil))
      }
      if program.arrangement == .first { program.courses = findings.courses }
      log.note(findings.obstacle, findings.earlyEnd, findings.remarks, isEmpty: program.locations.isEmpty)
      log.note(
        program.loopFinder?.open.loops ?? [], met: ch_met(), exchangesThreads: !program.symmetry.groups.isEmpty,
        heldLock: findings.heldLock)
      if let orders, let record {
        record.note(orders.sites)
        if let obstacle = orders.obstacle { log.note(obstacle) }
      }
      return ch_has_grown() ? ExplorationResult() : findings.result
    }
  }

  /// The number of rounds after which no more time helps, each of which has found another access that conflicts.
  private static var mostRounds: Int { 1_000 }
  private static var moving: String {
    "shared memory that is at another address in each execution, such as what mmap returns"
  }

  /// Counts that threads have torn make one of them end what it still uses, which alone it does not.
  func isConsequenceOfRace(_ finding: Defect) -> Bool {
    guard finding == .usedAfterDestroy, let end = log.earlyEnd else { return false }
    return !end.isMemory && end.release.thread == end.use.thread
  }

  func draw(_ finding: Defect, _ schedule: Schedule) throws(ReplayError) -> Counterexample? {
    let replay = try program.drawn(schedule)
    var drawing = ExecutionDrawing(program.locations, program.names(), sources)
    return drawing.counterexample(finding, replay, schedule, log) {
      program.line(of: ch_last_code(Int32($0)), in: $0).place
    }
  }
}
