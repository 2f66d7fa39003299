public import SingletonCore

/// The result of a check of all schedules.
public struct ScheduleResult: Sendable, CustomStringConvertible {
  /// The name of the owner's type.
  public let name: String
  /// The number of tasks that asked.
  public let tasks: Int
  /// The verdict. `proved` is about tasks that share memory through actors alone, or also through memory of which code tells
  /// that is compiled for a check; see ``description``.
  public let verdict: CheckVerdict
  /// The number of schedules visited.
  public let schedules: UInt64
  /// The defects that break the promise, the most interesting first.
  public let findings: [Defect]
  /// The number of schedules that showed each finding.
  public let counts: [Defect: UInt64]
  /// The maximum number of buildings in one schedule that ``Building`` counted.
  public let mostBuildings: UInt64
  /// The reason why the search decides nothing, such as code that gives work to a thread; `nil` if there is none.
  public let obstacle: String?
  /// What the schedules have come to, if the plan asks for it.
  let outcomes: Set<String>
  /// The schedule that breaks the promise, or `nil` if there is none or it does not repeat.
  let replay: ScheduleReplay?
  /// The drawing of a schedule that breaks the promise; `nil` if there is none.
  public let counterexample: String?
  /// The code that shows this schedule again: the argument `replay` of the check.
  public let replayCode: String?
  /// The result in words: the verdict, the drawing, and what the check has not seen.
  public var description: String { ScheduleReport(result: self).text }

  let plan: Plan
  /// Whether code has run that tells of its accesses to memory.
  let hasSeenMemory: Bool
  /// Whether others come between the parts of jobs.
  let dividesJobs: Bool
  /// Whether jobs of several tasks use an atomic, or try to take a lock.
  private(set) var hasAtomics = false
  /// The number of schedules after the search in which the check saw the accesses of uninstrumented code, and the number of
  /// perturbed ones.
  private(set) var uninstrumentedRuns: UInt64 = 0, perturbedRuns: UInt64 = 0

  /// Whether every schedule keeps the promise.
  public var isProved: Bool { verdict == .proved }

  /// Whether some schedule breaks the promise.
  public var isRefuted: Bool { verdict == .refuted }

  /// Creates the result of a search.
  ///
  /// - Parameter replay: The replay of a schedule that showed the first finding, or `nil` if there are no findings.
  init(_ check: ScheduleCheck, _ ledger: Ledger, _ replay: ScheduleReplay? = nil) {
    self.init(
      check, schedules: ledger[.schedules], mostBuildings: ledger[.mostBuildings], findings: ledger.defects,
      count: ledger.count, limit: ScheduleLimit(ledger, check.plan), outcomes: ledger.outcomes,
      hasSeenMemory: ledger[.hasSeenMemory] == 1, dividesJobs: ledger[.divides] == 1, replay)
    hasAtomics = ledger[.hasAtomics] == 1
    (uninstrumentedRuns, perturbedRuns) = (ledger[.uninstrumentedRuns], ledger[.perturbedRuns])
  }

  /// Creates the result of a replay.
  init(_ check: ScheduleCheck, _ replay: ScheduleReplay) {
    self.init(
      check, schedules: 1, mostBuildings: replay.mostBuildings, findings: replay.defects,
      count: { _ in 1 }, limit: nil, hasSeenMemory: replay.race != nil, dividesJobs: replay.code.divides, replay)
  }

  private init(
    _ check: ScheduleCheck, schedules: UInt64, mostBuildings: UInt64, findings: [Defect], count: (Defect) -> UInt64,
    limit: ScheduleLimit?, outcomes: Set<String> = [], hasSeenMemory: Bool, dividesJobs: Bool, _ replay: ScheduleReplay?
  ) {
    (name, plan, tasks) = (check.name, check.plan, check.plan.tasks)
    (self.hasSeenMemory, self.dividesJobs) = (hasSeenMemory, dividesJobs)
    self.schedules = schedules
    self.mostBuildings = mostBuildings
    self.outcomes = outcomes
    obstacle = replay?.obstacle ?? limit?.reason
    let repeats = replay?.obstacle == nil
    self.findings = repeats ? findings : []
    counts = Dictionary(uniqueKeysWithValues: self.findings.map { ($0, count($0)) })
    verdict = repeats && !findings.isEmpty ? .refuted : obstacle == nil ? .proved : .undecided
    self.replay = repeats ? replay : nil
    counterexample = repeats ? replay.map { ScheduleDrawing($0, tasks: check.plan.tasks).text } : nil
    replayCode = repeats ? replay?.code.text : nil
  }
}
