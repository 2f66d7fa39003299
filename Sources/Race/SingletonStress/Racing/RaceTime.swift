import SingletonPlatform

/// The kinds of races.
@usableFromInline
enum RaceKind: Sendable {
  case manyTrials
  /// Many trials in a process, of an accessor that is awaited.
  case awaitedTrials
  case oneTrialPerProcess

  /// The maximum number of trials in a turn: enough that the barriers around them cost little, and few enough that two
  /// threads that met at the beginning of the turn still run at its end, even if a busy machine grants each of them
  /// only a few milliseconds at a time.
  var cells: Int {
    switch self {
    case .manyTrials: 256
    case .awaitedTrials: 32
    case .oneTrialPerProcess: 1
    }
  }

  /// The maximum time of a race, in multiples of its minimum time. On a busy machine, a process takes a tenth of a
  /// second.
  fileprivate var longest: UInt64 { self == .oneTrialPerProcess ? 150 : 50 }

  /// The minimum number of trials for silence to be meaningful.
  fileprivate var enoughTrials: UInt64 { self == .oneTrialPerProcess ? 40 : 1_000 }

  /// The minimum number of violations by the control for silence to be meaningful.
  ///
  /// If an accessor's window is a tenth as wide as the control's, 100 violations of the control leave one chance in
  /// 20,000 that the accessor is not caught: a lock that is only tried was caught 2 to 45 times less often than the
  /// control. Awaited accessors that break do so where they suspend, which takes long; and in a new process the window
  /// of the first access is wide, because everything is done for the first time.
  var enoughViolations: UInt64 { self == .manyTrials ? 100 : 20 }
}

/// The time of a race, and whether it is over.
struct RaceTime: Sendable {
  /// The times on the monotonic clock at which the race may end, and must end, in nanoseconds.
  private let least: UInt64
  private let most: UInt64
  private let kind: RaceKind
  private let isControlled: Bool

  /// - Parameter goesOn: Whether the race takes the maximum time.
  init(_ settings: StressSettings, _ kind: RaceKind, goesOn: Bool = false) {
    let (now, duration) = (monotonicNanoseconds(), settings.duration.nanoseconds)
    most = now + Self.longest(settings, kind).nanoseconds
    least = goesOn ? most : now + duration
    self.kind = kind
    isControlled = settings.isControlled
  }

  /// Returns the maximum time of a race.
  static func longest(_ settings: StressSettings, _ kind: RaceKind) -> Duration {
    settings.duration * Int(kind.longest)
  }

  /// Returns whether there is nothing more to learn, or no time left.
  func isOver(_ counts: RaceCounts, isBroken: Bool) -> Bool {
    let now = monotonicNanoseconds()
    guard now >= least else { return false }
    let tally = counts.tally
    if now >= most || isBroken || tally.isUnfresh { return true }
    return tally.trials >= kind.enoughTrials
      && (!isControlled || tally[.controlViolations] >= kind.enoughViolations)
  }
}
