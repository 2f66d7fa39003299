import SingletonCore
import SingletonMemoryModels
import SingletonModelChecker
import SingletonPlatform
import SingletonStrategyChecker

/// The steps of a check: a rehearsal, then a search for each number of threads, or the replay of one execution.
struct AccessSearch {
  private let name: String
  private let model: MemoryModel
  private let timeouts: Timeouts
  private let log: CheckLog
  private let limits: CheckLimits
  private let time: Duration
  private let body: (ThreadRun) -> Void

  init(
    name: String, model: MemoryModel, timeouts: Timeouts, log: CheckLog, executions: UInt64?, time: Duration,
    _ body: @escaping (ThreadRun) -> Void
  ) {
    self.name = name
    self.model = model
    self.timeouts = timeouts
    self.log = log
    self.time = time
    let end = monotonicNanoseconds() &+ UInt64(max(0, time / .nanoseconds(1)))
    limits = CheckLimits(executions: executions, deadline: end, now: monotonicNanoseconds)
    self.body = body
  }

  private func check(threads: Int, under model: MemoryModel, _ timeouts: Timeouts) -> AccessCheck {
    AccessCheck(name: name, threads: threads, model: model, timeouts: timeouts, log: log, body: body)
  }

  /// Runs one thread twice, which makes the objects that exist once per process, such as a `static let`. An object that
  /// both runs meet exists outside of the owner, and must not be taken for an object that a thread has made.
  func rehearse() throws(CheckError) {
    var first: [AnyObject] = []
    for _ in 0..<2 {
      _ = try rethrowing { () throws(ExplorationError) in
        try check(threads: 1, under: model, timeouts).run(limits: CheckLimits(executions: 1))
      }
      log.shared = log.objects.filter { object in first.contains { $0 === object } }
      first = log.objects
    }
  }

  func result(_ threads: ClosedRange<Int>) throws(CheckError) -> CheckResult {
    var rows: [CheckRow] = []
    for count in threads {
      let check = check(threads: count, under: model, timeouts)
      guard !limits.isReached(runs: 0) else {
        var row = CheckRow(check)
        row.verdict = .undecided
        rows.append(row)
        continue
      }
      // The first counterexample has the fewest threads.
      let draws = rows.allSatisfy { $0.verdict != .refuted }
      let row = try rethrowing { () throws(ExplorationError) in
        try check.row(limits: limits, draws: draws)
      }
      rows.append(row)
    }
    log.begin(nil)
    return CheckResult(name, rows, log, limit: limit)
  }

  /// The argument that has stopped the search, if one has.
  private var limit: String {
    limits.isReached(runs: 0) ? "time: \(time)" : "executions: \(limits.executions ?? 0)"
  }

  func replay(_ text: String) throws(CheckError) -> CheckResult {
    guard let code = try? ReplayCode(text, strategies: [name]) else {
      throw .replay("expected a code that a check of \(name) has printed, got \(text)")
    }
    let check = check(threads: code.threads, under: code.model, code.timeouts)
    var row = CheckRow(check)
    do throws(ReplayError) {
      row.counterexample = try check.counterexample(code.finding, code.schedule)
    } catch {
      switch error {
      case .differs(let step):
        throw .replay("\(name) no longer performs step \(step) of this execution; check it again")
      case .obstacle(let obstacle): throw CheckError(obstacle, log)
      }
    }
    row.counterexample?.strongestModel = code.model
    row.verdict = .refuted
    row.found = [code.finding]
    log.begin(nil)
    return CheckResult(name, [row], log)
  }

  private func rethrowing<Result>(_ body: () throws(ExplorationError) -> Result) throws(CheckError) -> Result {
    do throws(ExplorationError) { return try body() } catch { throw CheckError(error, log) }
  }
}

extension CheckError {
  init(_ error: ExplorationError, _ log: CheckLog) {
    switch error {
    case .notDeterministic:
      self.init(
        """
        \(error.place ?? "unknown line"): expected the operation of this line again, got another at the replay
        likely: the code depends on something that differs from run to run, such as a global, the time, a random number, \
        an address or the order of a Set
        next: make it a modeled property, or pass it in `fresh`
        """)
    case .tooManyEvents(let thread), .noSuchLocation(let thread, _):
      self.init(
        """
        \(log.lastLine(ofThread: thread)?.place ?? "unknown line"): a thread has made more than 255 operations
        likely: a loop that waits for another thread and does more than one operation in each round
        next: wait with one operation, such as `while !isReady.load(ordering: .acquiring) {}`
        """)
    case .tooManyThreads(let count): self.init(threads: count)
    case .noStack: self.init("\(error)")
    }
  }

  /// Returns the error for a replay code of another class, or for a class that no longer behaves as it did when the
  /// code was made.
  static func replay(_ problem: String) -> CheckError { CheckError("replay: \(problem)") }
}
