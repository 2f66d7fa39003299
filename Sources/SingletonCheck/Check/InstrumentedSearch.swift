import CSingletonHooks
import SingletonCore
import SingletonMemoryModels
import SingletonModelChecker
import SingletonPlatform
import SingletonStrategyChecker

/// The steps of a check: a rehearsal, then a search for each number of threads.
struct InstrumentedSearch<Owner, Instance: AnyObject> {
  let model: MemoryModel
  private let limits: CheckLimits
  let fresh: () -> Owner
  let access: (Owner) -> Instance?
  private var rows: [CheckRow] = []
  private let log = InstrumentedLog()

  init(
    model: MemoryModel, executions: UInt64?, time: Duration, fresh: @escaping () -> Owner,
    access: @escaping (Owner) -> Instance?
  ) {
    self.model = model
    let end = monotonicNanoseconds() &+ UInt64(max(0, time / .nanoseconds(1)))
    limits = CheckLimits(executions: executions, deadline: end, now: monotonicNanoseconds)
    self.fresh = fresh
    self.access = access
  }

  mutating func result(_ threads: ClosedRange<Int>) throws(CheckError) -> CheckResult {
    try prepare()
    for count in threads { try search(count) }
    return CheckResult("\(Owner.self)", rows, log)
  }

  /// Shows the execution of a replay code.
  mutating func replay(_ text: String) throws(CheckError) -> CheckResult {
    let name = "\(Owner.self)"
    guard let code = try? ReplayCode(text, strategies: [name]) else {
      throw CheckError("replay: expected a code that a check of \(name) has printed, got \(text)")
    }
    try prepare()
    let check = InstrumentedCheck(program: try program(code.threads), model: code.model, log: log)
    var row = CheckRow(check)
    // What the threads share is known after a search under the weaker model.
    do throws(ExplorationError) { _ = try check.under(model).run(limits: limits) } catch { throw CheckError(error) }
    guard let example = try? check.counterexample(code.finding, code.schedule) else {
      throw CheckError("replay: \(name) no longer performs the steps of this execution; check it again")
    }
    row.counterexample = example
    row.counterexample?.strongestModel = code.model
    (row.verdict, row.found) = (.refuted, [code.finding])
    return CheckResult(name, [row], log)
  }

  private func prepare() throws(CheckError) {
    if let reason = ch_unavailable() { throw .unavailable(String(cString: reason)) }
    CodeLines.observeRefusals()
  }

  /// Returns the program with a number of threads, whose caches are filled.
  private func program(_ threads: Int) throws(CheckError) -> InstrumentedProgram<Owner, Instance> {
    let access = access
    let program = InstrumentedProgram(threads: threads, fresh: fresh) { owner, _ in access(owner) }
    guard program.rehearse() > 0 else { throw .notInstrumented("\(Owner.self)") }
    return program
  }

  private mutating func search(_ threads: Int) throws(CheckError) {
    let program = try program(threads)
    let check = InstrumentedCheck(program: program, model: model, log: log)
    var row = CheckRow(check)
    if limits.isReached(runs: 0) {
      row.verdict = .undecided
    } else {
      do throws(ExplorationError) {
        row = try check.row(limits: limits, draws: rows.allSatisfy { $0.verdict != .refuted })
      } catch { throw CheckError(error) }
      log.note(program.audit())
    }
    rows.append(log.judged(row))
  }
}
