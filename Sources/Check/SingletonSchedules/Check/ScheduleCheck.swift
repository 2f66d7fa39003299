import CSingletonSchedules
import SingletonCore
import SingletonPlatform
import SingletonStrategyChecker

/// A check that runs in this process. Its schedules run in copies of the process.
struct ScheduleCheck: Sendable {
  let name: String
  let plan: Plan
  /// Makes an owner.
  private let fresh: @Sendable () -> Exploration.Subject

  /// The number of schedules that crash after which a search ends, because each costs a process.
  private static let mostCrashes = 8
  /// The number of searches after which the end of a process is taken for what the code does.
  private static let mostSearches = 3

  init(name: String, _ plan: Plan, fresh: @escaping @Sendable () -> Exploration.Subject) {
    self.name = name
    self.plan = plan
    self.fresh = fresh
  }

  /// Searches, and draws a schedule that breaks the promise.
  func result() throws(CheckError) -> ScheduleResult {
    try requirePossible()
    let began = monotonicNanoseconds()
    var count = 1
    while true {
      let ledger = try CheckError.explained(Ledger.init)
      defer { ledger.shared.unmap() }
      let isCut = try search(ledger, since: began)
      let isLast = count == Self.mostSearches || monotonicNanoseconds() - began > plan.time.nanoseconds
      if let result = try result(of: ledger, isCut: isCut, isLast: isLast) { return result }
      count += 1
    }
  }

  /// Returns the result of a search, or `nil` if another search is needed: a process may have crashed, or wait forever, because
  /// another thread of this one was changing what the runtime keeps when the process was copied. Then it does not do so again.
  private func result(of ledger: Ledger, isCut: Bool, isLast: Bool) throws(CheckError) -> ScheduleResult? {
    if isCut && !isLast { return nil }
    guard let first = ledger.defects.first else { return ScheduleResult(self, ledger) }
    let replay = try replay(first, of: ledger)
    var isShown = replay.obstacle == nil
    if ledger.defects.dropFirst().contains(.trap) {
      let trap = try self.replay(.trap, of: ledger)
      isShown = isShown && trap.obstacle == nil
    }
    return isShown || isLast ? ScheduleResult(self, ledger, replay) : nil
  }

  private func replay(_ defect: Defect, of ledger: Ledger) throws(CheckError) -> ScheduleReplay {
    try replay(ScheduleCode(self, defect, ledger.choices(defect), divides: ledger[.divides] == 1))
  }

  /// Shows the schedule of a code.
  func result(ofReplaying text: String) throws(CheckError) -> ScheduleResult {
    try requirePossible()
    let code = try ScheduleCode(text, self)
    var replay = try replay(code)
    for _ in 1..<Self.mostSearches where replay.obstacle != nil { replay = try self.replay(code) }
    guard replay.obstacle == nil else { throw CheckError("replay: \(replay.obstacle!)") }
    return ScheduleResult(self, replay)
  }

  /// The reason why no check can run in copies of this process, or `nil` if one can.
  static let obstacle: String? = {
    if !Subprocess.canFork { return "this system cannot copy a process" }
    // The sanitizer's own thread does not survive the copying.
    if SystemProbe.sanitizer == "thread" { return "under the thread sanitizer a process cannot be copied" }
    return cs_prepare().map(String.init(cString:))
  }()

  private func requirePossible() throws(CheckError) {
    if let obstacle = Self.obstacle {
      throw CheckError("this process cannot be checked: \(obstacle); expected a test on Linux without that sanitizer")
    }
  }

  private func process(_ ledger: Ledger, since began: UInt64) -> ScheduleProcess {
    ScheduleProcess(plan, ledger, since: began, fresh: fresh)
  }

  /// Visits the schedules. A crash ends its process, and the search goes on in another one.
  ///
  /// - Parameter began: When the check has begun.
  /// - Returns: Whether the end of a process has ended the search.
  private func search(_ ledger: Ledger, since began: UInt64) throws(CheckError) -> Bool {
    let process = process(ledger, since: began)
    for _ in 1...Self.mostCrashes {
      let (levels, visited) = (ledger.levels, ledger[.schedules])
      switch try process.run() {
      case .done where ledger.hasEndedEarly, .crashed where ledger.hasEndedEarly: ledger.restore(levels)
      case .done: return false
      case .crashed where ledger.hasCrashedRepeating: return cut(ledger, because: Rehearsal.difference)
      case .crashed where ledger.followUp != nil, .blocked where ledger.followUp != nil:
        return cut(ledger, because: ledger.followUp!.end)
      case .crashed where ledger.ending == .obstacle, .blocked where ledger.ending == .obstacle: return false
      // It may have met a lock that another thread held when the process was copied. Another copy tries the same schedule.
      // It does not know which jobs have to pause.
      case .blocked where ledger[.schedules] > visited && ledger[.divides] == 0: ledger.restore(ledger.levels)
      case .blocked:
        ledger.stop(because: blocked)
        // Otherwise, several copies were tried.
        return ledger[.schedules] > visited
      case .crashed(let cause) where ledger[.hasBegun] == 0: return cut(ledger, because: Self.early(cause))
      case .crashed(let cause):
        ledger.noteCrash(cause)
        ledger.leaveCrash()
        if ledger.ending != .underWay { return false }
      }
    }
    ledger.stop(because: "the search ended after \(Self.mostCrashes) schedules that crash")
    return false
  }

  private func cut(_ ledger: Ledger, because reason: String) -> Bool {
    ledger.stop(because: reason)
    return true
  }

  private var blocked: String {
    "a job has not ended for \(plan.patience); likely it blocks its thread with a semaphore, a lock or a queue, for which"
      + " another thread would be needed"
  }

  private static func early(_ cause: String) -> String {
    "the process has ended before a caller ran (\(cause)); likely `fresh` ends it"
  }

  private func replay(_ code: ScheduleCode) throws(CheckError) -> ScheduleReplay {
    let ledger = try CheckError.explained(Ledger.init)
    defer { ledger.shared.unmap() }
    ledger[.divides] = code.divides ? 1 : 0
    let process = process(ledger, since: monotonicNanoseconds())
    var ending = try process.run(replaying: code)
    if ledger.hasEndedEarly { ending = try process.run(replaying: code) }
    switch ending {
    case .done: break
    case .blocked: ledger.stop(because: blocked)
    case .crashed where ledger.hasCrashedRepeating: ledger.stop(because: Rehearsal.difference)
    case .crashed(let cause) where ledger[.hasBegun] == 0: ledger.stop(because: Self.early(cause))
    case .crashed(let cause): ledger.noteCrash(cause)
    }
    return ScheduleReplay(code, ledger)
  }
}
