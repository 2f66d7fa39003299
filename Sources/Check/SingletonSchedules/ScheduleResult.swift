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
  public let description: String

  /// Whether every schedule keeps the promise.
  public var isProved: Bool { verdict == .proved }

  /// Whether some schedule breaks the promise.
  public var isRefuted: Bool { verdict == .refuted }

  /// Creates the result of a search.
  ///
  /// - Parameter replay: The replay of a schedule that showed the first finding, or `nil` if there are no findings.
  init(_ check: ScheduleCheck, _ ledger: Ledger, _ replay: ScheduleReplay? = nil) {
    let limit = ScheduleLimit(ledger, check.plan)
    let hasSeenMemory = ledger[.hasSeenMemory] == 1
    self.init(
      check, schedules: ledger[.schedules], mostBuildings: ledger[.mostBuildings], findings: ledger.defects,
      counts: Dictionary(uniqueKeysWithValues: ledger.defects.map { ($0, ledger.count($0)) }), limit: limit,
      outcomes: ledger.outcomes, hasSeenMemory: hasSeenMemory, dividesJobs: ledger[.divides] == 1,
      hasAtomics: ledger[.hasAtomics] == 1, sights: ledger[.sights], others: ledger[.others], replay)
  }

  /// Creates the result of a replay.
  init(_ check: ScheduleCheck, _ replay: ScheduleReplay) {
    self.init(
      check, schedules: 1, mostBuildings: replay.mostBuildings, findings: replay.defects,
      counts: Dictionary(uniqueKeysWithValues: replay.defects.map { ($0, 1) }), limit: nil,
      hasSeenMemory: replay.race != nil, dividesJobs: replay.code.divides, replay)
  }

  private init(
    _ check: ScheduleCheck, schedules: UInt64, mostBuildings: UInt64, findings: [Defect], counts: [Defect: UInt64],
    limit: ScheduleLimit?, outcomes: Set<String> = [], hasSeenMemory: Bool, dividesJobs: Bool,
    hasAtomics: Bool = false, sights: UInt64 = 0, others: UInt64 = 0, _ replay: ScheduleReplay?
  ) {
    name = check.name
    tasks = check.plan.tasks
    self.schedules = schedules
    self.mostBuildings = mostBuildings
    self.outcomes = outcomes
    obstacle = replay?.obstacle ?? limit?.reason
    let repeats = replay?.obstacle == nil
    self.findings = repeats ? findings : []
    self.counts = repeats ? counts : [:]
    verdict = repeats && !findings.isEmpty ? .refuted : obstacle == nil ? .proved : .undecided
    self.replay = repeats ? replay : nil
    counterexample = repeats ? replay.map { ScheduleDrawing($0, tasks: check.plan.tasks).text } : nil
    replayCode = repeats ? replay?.code.text : nil
    description =
      ScheduleReport(
        name: name, plan: check.plan, verdict: verdict, schedules: schedules, findings: self.findings, counts: counts,
        mostBuildings: mostBuildings, obstacle: obstacle, hasSeenMemory: hasSeenMemory, dividesJobs: dividesJobs,
        hasAtomics: hasAtomics, sights: sights, others: others, counterexample: counterexample
      ).text
  }
}
