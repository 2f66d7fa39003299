package import SingletonCore
import SingletonPlatform
import SingletonReports
import SingletonStressEngine
import SingletonTextFormats

/// The answer of a race.
public enum StressVerdict: String, Sendable {
  /// A trial had several instances, a half-built one, or none, or it crashed or hung.
  case broken
  /// Nothing was seen, although the control was. It is no proof.
  case sound
  /// Nothing was seen, but neither was the control, so this says nothing.
  case tooWeak = "too weak"
}

/// What a race has seen.
public struct StressResult: Sendable {
  /// What the race was told that the accessor is called.
  public let name: String
  public let verdict: StressVerdict
  /// The number of threads that asked at the same time.
  public let threads: Int
  /// The number of trials that were completed.
  public let trials: UInt64
  /// The trials with several instances, a half-built one, or none; with as many initializations as settings forbid, too.
  public let violatingTrials: UInt64
  /// The number of the first of them, from 1.
  public let firstViolation: UInt64?
  /// The most instances in one trial.
  public let mostInstances: UInt64
  /// The number of accesses that returned an instance that was not whole.
  public let halfBuilt: UInt64
  /// The number of accesses that returned `nil`.
  public let nils: UInt64
  /// The number of initializations that ``Probe`` was told of.
  public let initializations: UInt64
  /// The number of ends of instances that ``Probe`` was told of.
  public let deinitializations: UInt64
  /// The number of child processes that crashed, trapped, or exited.
  public let crashes: Int
  /// The different ways in which they did, each with what it wrote last to standard error.
  public let crashMessages: [String]
  /// Whether the race had to be stopped because it made no progress.
  public let isHung: Bool
  /// Whether no initialization was seen although the settings require one in each trial. What exists once per process was
  /// then made before the race, or the class does not call ``Probe``.
  public let lacksInitialization: Bool
  /// Whether several trials had the same instance. What ``stress(_:_:fresh:isWhole:access:)`` was given as `fresh` then
  /// makes no fresh owners, or the instance exists once per process.
  public let hasCommonInstance: Bool
  /// What the accessor that is known to be broken did in turns, or `nil` if the settings excluded it.
  public let control: Control?

  /// What the accessor that is known to be broken did.
  public struct Control: Sendable {
    public let trials: UInt64
    /// The trials in which it handed out several instances.
    public let violatingTrials: UInt64
    /// The violations that the control must show before silence of the accessor is evidence.
    public let neededTrials: UInt64
  }

  let hangTimeout: Duration
  let ranInChildren: Bool
  /// The result as a row of a report of `singleton-bench`.
  package let row: StressRow

  /// Whether one instance was handed out in every trial, and the race could have seen otherwise.
  public var isSingleton: Bool { verdict == .sound }

  /// The result as a report of `singleton-bench`, which its commands `merge`, `compare`, and `report` read: CSV, with a
  /// header and one row.
  public var csv: String { CSV.report(of: [row]) }

  /// - Throws: A ``StressError`` if all that the accessor returned was values in objects, which have no identity.
  init(
    name: String, settings: StressSettings, kind: RaceKind, shared: SharedMemory, endings: RaceEndings,
    ranInChildren: Bool
  ) throws(StressError) {
    let tally = shared.tally
    if shared.value(.hasBoxedValues) != 0 && tally[.violatingTrials] == tally[.trials] && !endings.isBroken {
      throw StressError.valuesInObjects(name, threads: settings.threads, trials: tally[.trials])
    }
    self.name = name
    threads = settings.threads
    hangTimeout = settings.hangTimeout
    self.ranInChildren = ranInChildren
    trials = tally[.trials]
    violatingTrials = tally[.violatingTrials]
    firstViolation = shared.firstViolation
    mostInstances = tally[.instancesMax]
    halfBuilt = tally[.halfBuilt]
    nils = tally[.nilResults]
    initializations = tally[.inits]
    deinitializations = tally[.deinits]
    crashes = endings.crashes
    crashMessages = endings.crashMessages
    isHung = endings.isHung
    let time = RaceTime(settings, kind, from: 0)
    let seen = Control(
      trials: shared.value(.controlTrials), violatingTrials: shared.value(.controlViolations),
      neededTrials: time.enoughViolations)
    control = settings.isControlled ? seen : nil
    lacksInitialization = settings.requiresOneInitialization && trials > 0 && initializations == 0
    hasCommonInstance = shared.value(.hasCommonInstance) != 0
    let isTooWeak = !time.isConclusive(shared) || lacksInitialization || hasCommonInstance || trials == 0
    verdict = violatingTrials > 0 || endings.isBroken ? .broken : isTooWeak ? .tooWeak : .sound
    row = Self.row(name, settings, shared, tally, endings, isTooWeak: verdict == .tooWeak)
  }

  private static func row(
    _ name: String, _ settings: StressSettings, _ shared: SharedMemory, _ tally: Tally, _ endings: RaceEndings,
    isTooWeak: Bool
  ) -> StressRow {
    var measured = Measurements()
    measured.tally = tally
    measured.threadsStarted = settings.threads
    measured.peakRunning = settings.threads
    measured.wallNanoseconds = shared.value(.wallNanoseconds)
    let run = RunMetadata(id: RunMetadata.idOfTests, startedUTC: utcTimestamp(), toolVersion: "", commit: "")
    var row = StressRow(
      key: RowKey(
        strategy: name, scenario: .firstAccess, threads: settings.threads, replicate: 1, threadSource: .pthread),
      run: run, host: Host.facts, seed: 0, status: endings.worst, expected: .sound, measured: measured,
      remark: endings.remark)
    row.grade = row.outcome.grade(against: .sound)
    if isTooWeak { row.verdict = Verdict(.unknown) }
    return row
  }
}
