import SingletonPlatform

/// The kinds of races.
@usableFromInline
enum RaceKind: Sendable {
  case manyTrials
  /// Many trials in a process, of an accessor that is awaited.
  case awaitedTrials
  case oneTrialPerProcess

  /// The maximum number of trials in a turn: enough that the barriers around them cost little, and few enough that two threads which
  /// have met at its beginning still run at its end, when a busy machine grants each a few milliseconds at a time.
  var cells: Int {
    switch self {
    case .manyTrials: 256
    case .awaitedTrials: 32
    case .oneTrialPerProcess: 1
    }
  }

  /// The maximum time of a race, in multiples of the least. On a busy machine, a process takes a tenth of a second.
  fileprivate var longest: UInt64 { self == .oneTrialPerProcess ? 150 : 50 }

  /// The trials from which on silence is worth something.
  fileprivate var enoughTrials: UInt64 { self == .oneTrialPerProcess ? 40 : 1_000 }

  /// The violations of the control from which on silence is worth something.
  ///
  /// If the window of an accessor is a tenth as wide as the control's, 100 violations of the control leave one chance in
  /// 20,000 that it is not seen: a lock that is only tried has shown itself 2 to 45 times as seldom as the control. Of
  /// accessors that are awaited, those that break do so where they suspend, which takes long; and in a new process the
  /// window of the first access is wide, because everything is done for the first time.
  var enoughViolations: UInt64 { self == .manyTrials ? 100 : 20 }
}

/// The time of a race, and whether it is over.
struct RaceTime: Sendable {
  /// The times on the monotonic clock at which the race may end, and must end, in nanoseconds.
  private let least: UInt64
  private let most: UInt64
  private let kind: RaceKind
  private let isControlled: Bool

  /// - Parameter goesOn: Whether the race takes all the time that it may.
  init(_ settings: StressSettings, _ kind: RaceKind, goesOn: Bool = false) {
    let (now, duration) = (monotonicNanoseconds(), settings.duration.nanoseconds)
    most = now + kind.longest * duration
    least = goesOn ? most : now + duration
    self.kind = kind
    isControlled = settings.isControlled
  }

  /// Returns whether nothing remains to be learned, or no time.
  func isOver(_ counts: RaceCounts, isBroken: Bool) -> Bool {
    let now = monotonicNanoseconds()
    guard now >= least else { return false }
    if now >= most || isBroken { return true }
    let tally = counts.tally
    return tally.trials >= kind.enoughTrials
      && (!isControlled || tally[.controlViolations] >= kind.enoughViolations)
  }
}
