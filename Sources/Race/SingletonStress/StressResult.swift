package import SingletonPlatform
import SingletonTrialRuntime

/// The verdict of a race.
public enum StressVerdict: String, Sendable {
  /// A trial had several instances, a half-built one, or none, or it crashed or hung.
  case broken
  /// The accessor was not caught, although one that is known to be broken was. This is not a proof.
  case sound
  /// The accessor was not caught, and that shows nothing; ``StressResult/weakness`` says why.
  case tooWeak = "too weak"
}

/// The result of a race.
public struct StressResult: Sendable {
  /// The name of the accessor.
  public let name: String
  public var verdict: StressVerdict { isBroken ? .broken : weakness == nil ? .sound : .tooWeak }
  private var isBroken: Bool { violatingTrials > 0 || crashes > 0 || isHung }

  /// The reason why a race was too weak to say anything.
  public enum Weakness: Sendable {
    /// The trials did not begin anew, so no run of this race could have caught the accessor: the test is wrong, or the
    /// process had already asked for the instance.
    case notFresh
    /// The accessor that is known to be broken was not caught often enough, as on a busy machine. Another run may say more.
    case inconclusive
  }

  /// The reason why the race was too weak, or `nil` if the accessor is broken or sound.
  public var weakness: Weakness? {
    if isBroken { return nil }
    if lacksInitialization || tally.isUnfresh { return .notFresh }
    let isConclusive = control.map { $0.violatingTrials >= $0.neededTrials } ?? true
    return isConclusive && trials > 0 ? nil : .inconclusive
  }
  /// The number of threads that asked at the same time.
  package var threads: Int { settings.threads }
  /// The number of completed trials.
  public var trials: UInt64 { tally.trials }
  /// The number of trials with several instances, a half-built one, `nil`, an error, or values that were not as expected, or
  /// with more initializations than the settings allow.
  public var violatingTrials: UInt64 { tally[.violatingTrials] }
  /// The number of the first violating trial, from 1.
  public let firstViolation: UInt64?
  /// The maximum number of instances in one trial.
  public var mostInstances: UInt64 { UInt64(trialsByInstances.lastIndex { $0 > 0 } ?? 0) }
  /// The number of accesses that returned an instance that was not whole.
  public var halfBuilt: UInt64 { tally[.halfBuilt] }
  /// The number of accesses that returned `nil`.
  public var nils: UInt64 { tally[.nils] }
  /// The number of accesses that threw an error.
  public var errors: UInt64 { tally[.errors] }
  /// The number of trials whose values were not as expected.
  public var unexpectedTrials: UInt64 { tally[.unexpected] }
  /// The number of reports that the thread sanitizer made in the processes of the race while it ran. They do not count as broken,
  /// because the sanitizer does not know every lock, on Linux that of `Mutex`.
  public var sanitizerReports: UInt64 { tally[.sanitizerReports] }
  /// Whether the race judged the values that roles returned, instead of the identities of instances.
  var isJudged: Bool { tally[.isJudged] > 0 }
  /// The different outcomes of roles, with the number of trials of each, the most frequent first. A race that is not one of roles
  /// has none. After the first 32, new ones are left out.
  public let outcomes: [(outcome: Outcome, trials: UInt64)]
  /// The description of the first error that an access threw, in one line; `nil` if there was none.
  public let firstError: String?
  /// The number of initializations that ``Probe`` has counted.
  public var initializations: UInt64 { tally[.initializations] }
  /// The number of deinitializations that ``Probe`` has counted.
  public var deinitializations: UInt64 { tally[.deinitializations] }
  /// The number of child processes that crashed, trapped, or exited.
  package var crashes: Int { endings.crashes }
  /// The different ways in which child processes crashed, trapped, or exited, each with its last words on standard error.
  public let crashMessages: [String]
  /// The functions on the stack of the thread that crashed first, the innermost first, such as
  /// `Cache.shared.getter (Cache.swift:12)`, without those of the runtime and of the race; empty if they are not known, as
  /// in a race in this process. Linux only.
  public let crashStack: [String]
  /// Whether the race had to be stopped because it made no progress.
  public let isHung: Bool
  /// Whether no initialization was seen although the settings require one in each trial. The instance was then made
  /// before the race, or its class does not call ``Probe``.
  package var lacksInitialization: Bool { settings.requiresOneInitialization && trials > 0 && initializations == 0 }
  /// Whether several trials had the same owner, an object.
  var hasCommonOwner: Bool { tally[.hasCommonOwner] > 0 }
  /// Whether several trials had the same instance, so that their owners did not make it.
  package var hasCommonInstance: Bool { tally[.hasCommonInstance] > 0 }
  /// The number of copies of this process that got the instance which the process has itself. They are no trials.
  var unfreshTrials: UInt64 { tally[.unfreshTrials] }
  /// The functions on the stacks of the threads that waited in the accessor when the race had hung, or those in which their tasks
  /// were suspended: each different stack once, the innermost function first, without those of the runtime and of the race.
  /// Empty if they are not known, as behind functions that keep no frame pointers, such as those of Dispatch. Linux only.
  public var hangStacks: [[String]] {
    let stacks = endings.hangStacks.map { $0.functions.compactMap(FunctionName.short) }
    return stacks.reduce(into: []) { if !$1.isEmpty && !$0.contains($1) { $0.append($1) } }
  }
  /// The static constants whose initializers waited for each other in a process that hung, or `nil` if none are known to.
  var initializerCycle: InitializerCycle? { InitializerCycle(in: endings.hangStacks.map(\.steps)) }
  /// The result of the accessor that is known to be broken, or `nil` if the settings excluded it.
  public let control: Control?

  /// The result of the accessor that is known to be broken.
  public struct Control: Sendable {
    public let trials: UInt64
    /// The number of trials in which the broken accessor handed out several instances.
    public let violatingTrials: UInt64
    /// The number of violating trials that makes it evidence that the accessor was not caught.
    public let neededTrials: UInt64
  }

  let settings: StressSettings
  let ranInChildren: Bool
  private let tally: RaceTally
  private let endings: RaceEndings
  // For reports.
  /// The numbers of trials by their number of instances, from 0.
  package var trialsByInstances: [UInt64] { Array(tally.trialsByInstances) }
  /// The number of trials that had an initialization.
  package var builtTrials: UInt64 { tally[.builtTrials] }
  package let wallNanoseconds: UInt64
  /// The time until copies of this process, none of which completed a trial, were given up and the race ran in this process;
  /// `nil` if that did not happen.
  var nanosecondsInCopies: UInt64?
  /// The time that the race took, without the time in which it waited for the turns of other races, and without that of copies of
  /// this process that hung before it ran here.
  public var duration: Duration { .nanoseconds(wallNanoseconds) }
  /// Whether a race with one thread crashed, too; `nil` if none was tried.
  package var crashesAlone: Bool? { endings.crashesAlone }
  /// Whether it is only known that no process completed a trial in time.
  var neverBegan: Bool { endings.neverBegan }
  /// The longest time that the settings allow.
  let longestDuration: Duration
  /// The end of the last process that crashed, trapped, or exited, and its last words.
  package var ending: ProcessEnding { endings.last }
  package var remark: String? { endings.remark }
  /// The instructions of a later access, or why they were not counted.
  var counting = CountingOutcome.notCounted(why: "only what is sound in copies of this process is counted")
  /// The instructions that a later access by one thread executes, or `nil` if they could not be counted.
  ///
  /// They are counted one by one, on x86-64 and in a copy of this process, from the call of `access` until it has returned.
  /// A debug build counts only in a process whose memory is at fixed addresses: `setarch -R swift test`.
  public var accessInstructions: UInt64? { instructionCount?.instructions }
  /// All counts of ``accessInstructions``.
  package var instructionCount: InstructionCount? {
    if case .counted(let count) = counting { count } else { nil }
  }
  /// Why nothing was counted, or `nil` if it was.
  package var countingObstacle: String? {
    if case .notCounted(let why) = counting { why } else { nil }
  }

  /// Whether one instance was handed out in every trial of a race that was strong enough to see otherwise.
  public var isSingleton: Bool { verdict == .sound }

  /// - Throws: A ``StressError`` if the accessor returned only values in objects, which have no identity.
  init(
    name: String, settings: StressSettings, kind: RaceKind, _ counts: RaceCounts, _ endings: RaceEndings,
    ranInChildren: Bool
  ) throws(StressError) {
    self.name = name
    self.settings = settings
    self.endings = endings
    self.ranInChildren = ranInChildren
    wallNanoseconds = counts.age
    tally = counts.tally
    firstViolation = counts.firstViolation
    outcomes = counts.outcomes.counts
    firstError = counts.firstError
    longestDuration = RaceTime.longest(settings, kind)
    crashMessages = endings.crashMessages
    crashStack = counts.crashStack
    isHung = endings.isHung
    control =
      settings.isControlled
      ? Control(
        trials: tally[.controlTrials], violatingTrials: tally[.controlViolations], neededTrials: kind.enoughViolations)
      : nil
    if tally[.hasBoxedValues] > 0 && violatingTrials == trials && !endings.isBroken {
      throw StressError.valuesInObjects(name, threads: threads, trials: trials)
    }
  }
}
