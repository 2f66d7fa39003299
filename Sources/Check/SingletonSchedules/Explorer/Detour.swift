import CSingletonSchedules
import SingletonCore

/// Schedules that run after a complete search, and are none of it. Their choices are drawn.
enum Detour: UInt64 {
  /// The accesses of code that is not compiled for a check are seen.
  case sight = 1
  /// Addresses, old memory, time and threads are other ones.
  case surroundings

  /// Where the schedules are counted that have run.
  fileprivate var counter: Ledger.Field { self == .sight ? .sights : .others }

  /// The number of schedules.
  fileprivate var count: UInt64 {
    switch self {
    case .sight: 4
    case .surroundings: 32
    }
  }

  /// What it means if one of them ends the process.
  var end: String {
    switch self {
    case .sight:
      "a process ended in which the check looked at the accesses of code that is not compiled for it; check the accessor with"
        + " threads"
    case .surroundings: Self.dependence(of: .trap)
    }
  }

  static func dependence(of defect: Defect) -> String {
    "a schedule in other surroundings breaks the promise (\(defect.meaning)), so it depends on addresses of memory, on memory"
      + " that nobody has written, on the time, on the thread or on the processor"
  }
}

extension Exploration {
  /// Looks for accesses that race with those of code that is not compiled for a check.
  func seeOtherCode() {
    guard cs_see(mayProve) else { return }
    defer { cs_see(false) }
    take(.sight, runsSchedule: runSchedule) { _, _ in
      let hasGrown = cs_has_grown()
      if hasGrown && cs_divides_jobs() { ledger[.divides] = 1 }
      return hasGrown
    }
    ledger.doubt = cs_first_doubt()
  }

  /// Looks for a schedule that breaks the promise with other addresses, other old memory, other threads and another time.
  func tryOtherSurroundings() {
    guard mayProve else { return }
    cs_change_surroundings(true, true)
    defer { cs_change_surroundings(false, false) }
    take(.surroundings, runsSchedule: runSchedule) { number, seen in
      if let defect = seen?.defects(plan).first { ledger.stop(because: Detour.dependence(of: defect)) }
      // A clock that moves parts the deadlines of timers that would be over at the same time.
      cs_change_surroundings(true, number % 2 == 1)
      return false
    }
  }

  /// Whether nothing keeps the search from a proof so far.
  private var mayProve: Bool {
    ledger.ending == .complete && ledger.defects.isEmpty && ledger.doubt.kind == cs_no_doubt && putsBackMemory
  }

  /// Uses the types of detours, of which no schedule may be the first to need them; see ``puttingBackMemory()``.
  func useDetours() {
    let path = path
    ledger.ending = .complete
    for detour in [Detour.sight, .surroundings] { take(detour, runsSchedule: { nil }, runsAgain: { _, _ in false }) }
    (ledger.ending, ledger[.sights], ledger[.others], self.path) = (.underWay, 0, 0, path)
  }

  /// Runs the schedules of a detour.
  ///
  /// - Parameter runsAgain: Returns whether a schedule is to run again, given its number and what its callers got.
  private func take(
    _ detour: Detour, runsSchedule: () -> Observation?, runsAgain: (UInt64, Observation?) -> Bool
  ) {
    ledger.detour = detour
    ledger[detour.counter] = 0
    defer { ledger.detour = nil }
    for number in 0..<detour.count where ledger.ending == .complete {
      guard cs_real_time() < deadline else { return ledger.ending = .timeLimit }
      repeat {
        path = SearchPath { depth in cs_digest_of([number, UInt64(depth)], 2).first }
      } while runsAgain(number, runsSchedule())
      ledger[detour.counter] += 1
    }
  }
}
