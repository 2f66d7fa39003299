import SingletonCore
import SingletonStressEngine

/// The time of a race, and whether it is over.
struct RaceTime: Sendable {
  /// The times on the monotonic clock at which the race began, may end, and must end, in nanoseconds.
  let began: UInt64
  private let least: UInt64
  private let most: UInt64
  /// The trials, and the violations of the control, from which on silence is worth something.
  ///
  /// If the window of an accessor is a tenth as wide as the control's, 100 violations of the control leave one chance in
  /// 20,000 that it is not seen: a lock that is only tried has shown itself 2 to 45 times as seldom as the control. Of
  /// accessors that are awaited, those that break do so where they suspend, which takes long; and in a new process the
  /// window of whatever is asked first is wide, because everything is done for the first time.
  private let leastTrials: UInt64
  let enoughViolations: UInt64
  private let isControlled: Bool

  /// The most time of a race, in multiples of the least. On a busy machine, a process takes a tenth of a second.
  private static func factor(_ kind: RaceKind) -> UInt64 { kind == .oneTrialPerProcess ? 150 : 50 }

  /// - Parameter goesOn: Whether the race takes all the time that it may.
  init(_ settings: StressSettings, _ kind: RaceKind, from now: UInt64, goesOn: Bool = false) {
    let duration = settings.duration.nanoseconds
    began = now
    most = now + Self.factor(kind) * duration
    least = goesOn ? most : now + duration
    (leastTrials, enoughViolations) =
      switch kind {
      case .manyTrials: (1_000, 100)
      case .awaitedTrials: (1_000, 20)
      case .oneTrialPerProcess: (40, 20)
      }
    isControlled = settings.isControlled
  }

  /// Returns whether nothing remains to be learned, or no time.
  func isOver(_ shared: SharedMemory, at now: UInt64, isBroken: Bool) -> Bool {
    guard now >= least else { return false }
    if now >= most || isBroken { return true }
    return isConclusive(shared) && shared.tally[.trials] >= leastTrials
  }

  /// Returns whether the control has shown itself, so that silence is worth something.
  func isConclusive(_ shared: SharedMemory) -> Bool {
    !isControlled || shared.value(.controlViolations) >= enoughViolations
  }
}
