import SingletonPlatform

/// What keeps a search from deciding.
struct ScheduleLimit {
  let reason: String

  /// Creates the limit that a search has met, or returns `nil` if it has visited all schedules.
  init?(_ ledger: Ledger, _ plan: Plan) {
    switch ledger.ending {
    case .complete where ledger[.isFollowed] == 1:
      guard let doubt = ledger.doubt.reason else { return nil }
      reason = doubt
    case .complete:
      reason =
        "no call used an actor or a lock of which code tells, or was suspended, so that each was one job, and no order of jobs shows what happens in one"
        + " at the same time as in another; check the accessor with threads"
    case .obstacle: reason = ledger.obstacle
    case .scheduleLimit: reason = Self.limited("schedules: \(plan.scheduleLimit ?? 0)")
    case .timeLimit, .underWay: reason = Self.limited("time: \(plan.time)")
    }
  }

  private static func limited(_ argument: String) -> String {
    "stopped by the limit `\(argument)`; raise it, or ask with fewer tasks"
  }
}
