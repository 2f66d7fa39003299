import CSingletonHooks
import SingletonCore
import SingletonMemoryModels
import SingletonModelChecker
import SingletonPlatform
import SingletonStrategyChecker
import Synchronization

/// The steps of a check: a rehearsal, then a search for each number of threads.
struct InstrumentedSearch<Owner: ~Copyable, Value> {
  let model: MemoryModel
  let limits: CheckLimits
  /// The time after which the limits end a search.
  private let time: Duration
  private(set) var subject: Subject<Owner, Value>
  /// Whether an access without an announcement is looked for although nothing can be decided, to name it as well.
  private var auditsUndecided = true
  private var rows: [CheckRow] = []
  private(set) var log = InstrumentedLog()
  /// Whether accesses of code that is not instrumented are seen, because the code shares memory with it.
  private(set) var sees = false, seesElements = false

  init(_ subject: Subject<Owner, Value>, model: MemoryModel, limits: CheckLimits, time: Duration = .zero) {
    (self.subject, self.model, self.limits, self.time) = (subject, model, limits, time)
  }

  init(_ subject: Subject<Owner, Value>, model: MemoryModel, executions: UInt64?, time: Duration) {
    let end = monotonicNanoseconds() &+ UInt64(max(0, time / .nanoseconds(1)))
    let limits = CheckLimits(executions: executions, deadline: end, now: monotonicNanoseconds)
    self.init(subject, model: model, limits: limits, time: time)
  }

  /// The argument that has stopped the search, if one has.
  private var limit: String {
    limits.isReached(runs: 0) ? "time: \(time)" : "executions: \(limits.executions ?? 0)"
  }

  /// Returns the row of a check with one number of threads.
  ///
  /// - Parameter draws: Whether the row includes the counterexample.
  func row(threads: Int, draws: Bool) throws(CheckError) -> CheckRow {
    try alone { (search) throws(CheckError) -> CheckRow in
      search.auditsUndecided = false
      let program = try search.program(threads)
      do throws(CheckError) { try search.search(program, draws: draws) } catch {
        // Of the code, not of the process: the other rows can still be checked.
        var row = CheckRow(search.check(program, model: model))
        (row.verdict, row.obstacle) = (.undecided, error.description.split(separator: "\n").first.map(String.init))
        return row
      }
      var row = search.rows[0]
      row.hasTimedWaits = search.log.hasMet(ch_met_limit)
      row.drawsRandomNumbers = search.log.hasMet(ch_met_random)
      if search.log.isEmpty && row.verdict == .proved {
        (row.verdict, row.obstacle) = (
          .notModeled, "the threads have touched nothing in common that any of them writes"
        )
      }
      return row
    } orWithout: {
      unanswered(threads, $0)
    }
  }

  /// - Parameter replay: The code of the execution to show instead, or `nil`.
  func result(_ threads: ClosedRange<Int>, _ replay: String?) throws(CheckError) -> CheckResult {
    try Self.requireValid(threads)
    try requireModel()
    return try alone { (search) throws(CheckError) -> CheckResult in
      if let replay { try search.replay(replay) } else { try search.check(threads) }
    } orWithout: {
      unanswered(threads, $0)
    }
  }

  /// Runs this search in a copy of this process, while no other search runs in the process.
  ///
  /// - Parameter unanswered: Returns the answer if the copy has none, for a reason.
  func alone<Answer: Codable & Sendable>(
    _ body: (inout Self) throws(CheckError) -> Answer, orWithout unanswered: (Undecided) -> Answer
  ) throws(CheckError) -> Answer {
    try oneAtATime.withLock { (_) throws(CheckError) -> Answer in
      var search = self
      try search.prepare()
      let outcome = try SearchCopy.outcome(isInterrupted: limits.isInterrupted) { () throws(CheckError) in
        try body(&search)
      }
      switch outcome {
      case .answer(let answer): return answer
      case .ended(let reason): return unanswered(Undecided(reason, place: nil))
      }
    }
  }

  private func unanswered(_ threads: Int, _ reason: Undecided) -> CheckRow {
    var row = CheckRow(
      strategy: subject.name, scenario: subject.scenario, threads: threads, model: model, expected: subject.expectation)
    (row.verdict, row.obstacle) = (.undecided, reason.description)
    return row
  }

  func unanswered(_ threads: ClosedRange<Int>, _ reason: Undecided) -> CheckResult {
    let log = InstrumentedLog()
    log.note(reason)
    return CheckResult(subject, threads.map { unanswered($0, reason) }, log)
  }

  static func requireValid(_ threads: ClosedRange<Int>) throws(CheckError) {
    for count in [threads.lowerBound, threads.upperBound] where !(2...ExecutionGraph.threadLimit).contains(count) {
      throw CheckError(threads: count)
    }
  }

  func requireModel() throws(CheckError) {
    if model == .arm {
      throw CheckError(
        "model: expected rc11, tso or sc, got arm, whose dependencies a check of compiled code does not see")
    }
  }

  mutating func check(_ threads: ClosedRange<Int>) throws(CheckError) -> CheckResult {
    for count in threads {
      try search(try program(count), draws: rows.allSatisfy { $0.verdict != .refuted })
    }
    return CheckResult(subject, rows, log, limit: limit)
  }

  /// Shows the execution of a replay code.
  private mutating func replay(_ text: String) throws(CheckError) -> CheckResult {
    let name = subject.name
    let code: ReplayCode
    do throws(ReplayCodeError) { code = try ReplayCode(text, strategies: [name]) } catch {
      throw CheckError("replay: expected a code that a check of \(name) has printed, got \(text): \(error.problem)")
    }
    guard code.model != .arm else {
      throw CheckError(
        "replay: expected a code that a check of \(name) has printed, got \(text): it is of a check under arm")
    }
    if code.timeouts == .anyTime { subject.timeouts = .anyTime }
    let check = check(try program(code.threads), model: code.model)
    var row = CheckRow(check)
    var found: Counterexample?
    defer { ch_see(false, false) }
    // A search may have seen accesses of code that is not instrumented, and those of elements.
    let ways = [(false, false), (true, false), (true, true)].flatMap { sees in
      [Arrangement.first, .mirrored].map { (sees, $0) }
    }
    for ((sees, seesElements), arrangement) in ways where found == nil {
      check.program.arrange(arrangement)
      ch_see(sees, seesElements)
      // What the threads share is known after a search under the weaker model.
      do throws(ExplorationError) { _ = try check.under(model).run(limits: limits) } catch { throw CheckError(error) }
      found = try? check.counterexample(code.finding, code.schedule)
    }
    guard let example = found else {
      throw CheckError("replay: \(name) no longer performs the steps of this execution; check it again")
    }
    row.counterexample = example
    row.counterexample?.strongestModel = code.model
    (row.verdict, row.found) = (.refuted, [code.finding])
    return CheckResult(subject, [row], log)
  }

  private mutating func prepare() throws(CheckError) {
    if let reason = ch_unavailable() { throw .unavailable(String(cString: reason)) }
    let long = String(repeating: "-", count: 64)
    // The second word of a long string is the address of its storage.
    withExtendedLifetime(long) { ch_know_string(unsafeBitCast(long, to: (UInt, UnsafeRawPointer).self).1) }
    log = InstrumentedLog(controlFailure: Control.failure)
  }

  /// Returns the program with a number of threads, whose caches are filled.
  func program(_ threads: Int) throws(CheckError) -> InstrumentedProgram<Owner, Value> {
    let program = InstrumentedProgram(subject, threads: threads)
    let (audit, traces) = program.auditOfFirst()
    log.note(first: audit)
    guard program.rehearse() > 0 else { throw .notInstrumented(subject.name) }
    // The executions with other numbers of threads begin with what the first one has left, too.
    if program.refusal == nil && program.differ(from: traces) { log.dependsOnFirst = true }
    return program
  }

  private func check(
    _ program: InstrumentedProgram<Owner, Value>, model: MemoryModel
  ) -> InstrumentedCheck<Owner, Value> {
    InstrumentedCheck(subject: subject, program: program, model: model, log: log)
  }

  /// Searches as long as the code announces its accesses, and otherwise once more, with accesses that are seen without that.
  private mutating func search(
    _ program: InstrumentedProgram<Owner, Value>, draws: Bool
  ) throws(CheckError) {
    defer { ch_see(false, false) }
    sees = false
    var row = try searched(program, draws: draws)
    seesElements = ch_is_of_unseen_elements()
    if let unseen = log.takeUnseen() {
      sees = ch_see(true, seesElements)
      program.arrange(.first)
      let seen = sees ? try searched(program, draws: draws) : row
      // The size of an access that is seen may be too large, so that it seems to race with another one.
      let isCertain =
        seen.verdict == .proved || seen.verdict == .refuted && log.earlyEnd == nil && !seen.found.contains(.race)
      if sees && isCertain && log.isUndisturbed { row = seen } else { log.put(back: unseen) }
    }
    rows.append(log.judged(row))
  }

  private mutating func searched(
    _ program: InstrumentedProgram<Owner, Value>, draws: Bool
  ) throws(CheckError) -> CheckRow {
    let check = check(program, model: model)
    var row = CheckRow(check)
    if limits.isReached(runs: 0) {
      row.verdict = .undecided
    } else {
      do throws(ExplorationError) {
        row = try check.row(limits: limits, draws: draws)
      } catch {
        guard let obstacle = obstacle(error, program) else { throw CheckError(error) }
        log.note(obstacle)
      }
      log.isOfUnseenCode = ch_is_of_unseen_code()
      // What blocks would block an audit, too.
      if !ch_has_blocked() && (auditsUndecided || log.obstacle == nil) {
        if row.verdict != .proved { program.courses = Courses() }
        log.isAuditedInPart = log.isAuditedInPart || !program.courses.isComplete
        log.note(program.audit(under: row.verdict == .proved ? model : nil))
      }
      do throws(ExplorationError) { row = try confirmed(row, check, draws: draws) } catch {
        guard let obstacle = obstacle(error, program) else { throw CheckError(error) }
        log.note(obstacle)
      }
    }
    return row
  }

  /// Returns a row that proves the promise if another search does, too, in which memory has its addresses in the reverse order.
  /// If threads could get memory that they have freed, what they do then must break nothing, either.
  private func confirmed(
    _ row: CheckRow, _ check: InstrumentedCheck<Owner, Value>, draws: Bool
  ) throws(ExplorationError) -> CheckRow {
    guard row.verdict == .proved, log.provesRow else { return row }
    let couldReuse = ch_could_reuse()
    check.program.arrange(.mirrored)
    let mirrored = try check.row(limits: limits, draws: draws)
    if mirrored.verdict == .refuted, let other = Self.otherAnswer { log.note(Undecided(other, place: nil)) }
    if mirrored.verdict == .proved, log.hasMet(ch_met_number) {
      defer { ch_let_be_main(0) }
      let first = check.program.hasAlikeThreads ? 0 : 1
      check.program.hasAlikeThreads = false
      for thread in first..<check.threads where log.provesRow {
        ch_let_be_main(Int32(thread))
        check.program.arrange(.mirrored)
        if try check.row(limits: limits, draws: false).verdict != .proved {
          log.note(Undecided(Self.otherAnswer ?? "", place: nil))
        }
      }
    }
    guard mirrored.verdict == .proved, log.provesRow, couldReuse else {
      return mirrored.verdict == .proved ? row : mirrored
    }
    check.program.arrange(.reusing)
    // Two blocks with one address make more accesses conflict than there are.
    var few = limits
    few.executions = min(limits.executions ?? .max, 1_000 + 4 * (row.executions ?? 0))
    let reusing = try? check.row(limits: few, draws: false)
    // Nor can everything that is known of memory be told of two blocks with one address.
    let isDecided = log.obstacle == nil && reusing != nil && reusing?.verdict != .undecided
    log.forgetObstacle()
    if isDecided, reusing?.verdict == .refuted {
      log.note(Undecided("what it does depends on whether memory that was freed is used again", place: nil))
    }
    log.assumesNewMemory = log.assumesNewMemory || !isDecided
    return row
  }

  /// The reason against a verdict if code has got an answer that only the second search gives: no real execution may give the
  /// answer. No rehearsal runs on the main thread, for example, so libraries may keep objects of an execution there.
  private static var otherAnswer: String? {
    switch ch_other_answer() {
    case ch_no_other_answer: nil
    case ch_is_main_thread: "what it does depends on which thread is the main thread"
    default: "what it does depends on whether a signal of a semaphore has woken a thread"
    }
  }

  /// Returns what the code does that ends an exploration, or `nil` if the code is not the reason.
  func obstacle(_ error: ExplorationError, _ program: InstrumentedProgram<Owner, Value>) -> Undecided? {
    switch error {
    case .notDeterministic(_, _, let expected, _):
      program.refused ?? program.differing(at: expected.sourceLine)
    case .tooManyEvents(let thread): program.unending(thread)
    default: nil
    }
  }
}

/// The arenas and the modeled threads exist once per process.
private let oneAtATime = Mutex(())
