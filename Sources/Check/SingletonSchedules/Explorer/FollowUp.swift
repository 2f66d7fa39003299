import CSingletonSchedules
import SingletonCore

/// The schedules that run after a complete search. Their choices are drawn at random, and the search does not count them.
enum FollowUp: UInt64 {
  /// Schedules in which the check sees the accesses of uninstrumented code.
  case uninstrumentedAccesses = 1
  /// Schedules with other addresses, other contents of uninitialized memory, another time and other threads.
  case perturbedRuns

  /// The field that counts the schedules which have run.
  fileprivate var counter: Ledger.Field { self == .uninstrumentedAccesses ? .uninstrumentedRuns : .perturbedRuns }

  /// The number of schedules.
  fileprivate var count: UInt64 {
    switch self {
    case .uninstrumentedAccesses: 4
    case .perturbedRuns: 32
    }
  }

  /// The reason for no verdict if one of these schedules ends the process.
  var end: String {
    switch self {
    case .uninstrumentedAccesses:
      "a process ended in which the check looked at the accesses of code that is not compiled for it; check the accessor with"
        + " threads"
    case .perturbedRuns: Self.dependence(of: .trap)
    }
  }

  static func dependence(of defect: Defect) -> String {
    "a perturbed schedule breaks the promise (\(defect.meaning)), so it depends on addresses of memory, on memory"
      + " that nobody has written, on the time, on the thread or on the processor"
  }
}

extension Exploration {
  /// Looks for accesses that race with those of uninstrumented code.
  func seeUninstrumentedAccesses() {
    guard cs_see(mayProve) else { return }
    defer { cs_see(false) }
    take(.uninstrumentedAccesses, runsSchedule: runSchedule) { _, _ in
      let hasGrown = cs_has_grown()
      if hasGrown && cs_divides_jobs() { ledger[.divides] = 1 }
      return hasGrown
    }
    ledger.doubt = cs_first_doubt()
  }

  /// Looks for a perturbed schedule that breaks the promise.
  func tryPerturbedRuns() {
    guard mayProve else { return }
    cs_perturb(true, true)
    defer { cs_perturb(false, false) }
    take(.perturbedRuns, runsSchedule: runSchedule) { number, seen in
      if let defect = seen?.defects(plan).first { ledger.stop(because: FollowUp.dependence(of: defect)) }
      // A clock that moves parts the deadlines of timers that would be over at the same time.
      cs_perturb(true, number % 2 == 1)
      return false
    }
  }

  /// Whether the search can still end with a proof.
  private var mayProve: Bool {
    ledger.ending == .complete && ledger.defects.isEmpty && ledger.doubt.kind == cs_no_doubt && putsBackMemory
  }

  /// Uses the types of follow-ups before memory is protected, because the runtime forgets a type that a schedule uses first; see
  /// ``puttingBackMemory()``.
  func useFollowUps() {
    let path = path
    ledger.ending = .complete
    for followUp in [FollowUp.uninstrumentedAccesses, .perturbedRuns] {
      take(followUp, runsSchedule: { nil }, runsAgain: { _, _ in false })
    }
    (ledger.ending, ledger[.uninstrumentedRuns], ledger[.perturbedRuns], self.path) = (.underWay, 0, 0, path)
  }

  /// Runs the schedules of a follow-up.
  ///
  /// - Parameter runsAgain: Returns whether a schedule is to run again, given its number and what its callers got.
  private func take(
    _ followUp: FollowUp, runsSchedule: () -> Observation?, runsAgain: (UInt64, Observation?) -> Bool
  ) {
    ledger.followUp = followUp
    ledger[followUp.counter] = 0
    defer { ledger.followUp = nil }
    for number in 0..<followUp.count where ledger.ending == .complete {
      guard cs_real_time() < deadline else { return ledger.ending = .timeLimit }
      repeat {
        path = SearchPath { depth in cs_digest_of([number, UInt64(depth)], 2).first }
      } while runsAgain(number, runsSchedule())
      ledger[followUp.counter] += 1
    }
  }
}
