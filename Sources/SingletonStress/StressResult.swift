package import SingletonPlatform

/// The answer of a race.
public enum StressVerdict: String, Sendable {
  /// A trial had several instances, a half-built one, or none, or it crashed or hung.
  case broken
  /// The accessor was not caught, although one that is known to be broken was. It is no proof.
  case sound
  /// Neither the accessor nor the one that is known to be broken was caught, so the race says nothing.
  case tooWeak = "too weak"
}

/// The result of a race.
public struct StressResult: Sendable {
  /// The name of the accessor.
  public let name: String
  public let verdict: StressVerdict
  /// The number of threads that asked at the same time.
  package let threads: Int
  /// The number of completed trials.
  public let trials: UInt64
  /// The number of trials with several instances, a half-built one, or `nil`, or with more initializations than the
  /// settings allow.
  public let violatingTrials: UInt64
  /// The number of the first violating trial, from 1.
  public let firstViolation: UInt64?
  /// The most instances in one trial.
  public let mostInstances: UInt64
  /// The number of accesses that returned an instance that was not whole.
  public let halfBuilt: UInt64
  /// The number of accesses that returned `nil`.
  public let nils: UInt64
  /// The number of initializations that ``Probe`` has counted.
  public let initializations: UInt64
  /// The number of ends of instances that ``Probe`` has counted.
  public let deinitializations: UInt64
  /// The number of child processes that crashed, trapped, or exited.
  package let crashes: Int
  /// The different ways in which child processes crashed, trapped, or exited, each with its last words on standard error.
  public let crashMessages: [String]
  /// Whether the race had to be stopped because it made no progress.
  public let isHung: Bool
  /// Whether no initialization was seen although the settings require one in each trial. The instance was then made
  /// before the race, or its class does not call ``Probe``.
  package let lacksInitialization: Bool
  /// Whether several trials had the same instance. The owners are then not fresh, or the instance exists once per process.
  package let hasCommonInstance: Bool
  /// The result of the accessor that is known to be broken, or `nil` if the settings excluded it.
  public let control: Control?

  /// The result of the accessor that is known to be broken.
  public struct Control: Sendable {
    public let trials: UInt64
    /// The number of trials in which it handed out several instances.
    public let violatingTrials: UInt64
    /// The number of violating trials from which on it is evidence that the accessor was not caught.
    public let neededTrials: UInt64
  }

  let hangTimeout: Duration
  let ranInChildren: Bool
  // For reports.
  /// The number of trials by the number of their instances, from 0.
  package let trialsByInstances: [UInt64]
  /// The number of trials that had an initialization.
  package let builtTrials: UInt64
  package let wallNanoseconds: UInt64
  /// The end of the last process that crashed, trapped, or exited, and its last words.
  package let ending: ProcessEnding
  package let remark: String?

  /// Whether one instance was handed out in every trial, and the race could have seen otherwise.
  public var isSingleton: Bool { verdict == .sound }

  /// - Throws: A ``StressError`` if all that the accessor returned was values in objects, which have no identity.
  init(
    name: String, settings: StressSettings, kind: RaceKind, _ counts: RaceCounts, _ endings: RaceEndings,
    ranInChildren: Bool
  ) throws(StressError) {
    self.name = name
    self.ranInChildren = ranInChildren
    hangTimeout = settings.hangTimeout
    threads = settings.threads
    wallNanoseconds = counts.age
    trialsByInstances = counts.trialsByInstances
    trials = counts.trials
    mostInstances = UInt64(trialsByInstances.lastIndex { $0 > 0 } ?? 0)
    violatingTrials = counts[.violatingTrials]
    firstViolation = counts.firstViolation
    halfBuilt = counts[.halfBuilt]
    nils = counts[.nils]
    initializations = counts[.initializations]
    deinitializations = counts[.deinitializations]
    builtTrials = counts[.builtTrials]
    crashes = endings.crashes
    crashMessages = endings.crashMessages
    isHung = endings.isHung
    ending = endings.last
    remark = endings.remark
    if counts[.hasBoxedValues] > 0 && violatingTrials == trials && !endings.isBroken {
      throw StressError.valuesInObjects(name, threads: threads, trials: trials)
    }
    let seen = Control(
      trials: counts[.controlTrials], violatingTrials: counts[.controlViolations],
      neededTrials: kind.enoughViolations)
    control = settings.isControlled ? seen : nil
    lacksInitialization = settings.requiresOneInitialization && trials > 0 && initializations == 0
    hasCommonInstance = counts[.hasCommonInstance] > 0
    let isConclusive = !settings.isControlled || seen.violatingTrials >= seen.neededTrials
    let isTooWeak = !isConclusive || lacksInitialization || hasCommonInstance || trials == 0
    verdict = violatingTrials > 0 || endings.isBroken ? .broken : isTooWeak ? .tooWeak : .sound
  }
}
