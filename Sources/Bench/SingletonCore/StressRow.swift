/// A row of a report: the result of one replicate of one strategy in one scenario with a number of threads.
///
/// Every property has a column, except those whose comments say otherwise, so a row that is read back equals the row
/// that was written.
package struct StressRow: Sendable {
  package var key = RowKey()
  package var run = RunMetadata()
  package var host = HostInfo()
  package var seed: UInt64 = 0
  package var status = RowStatus.interrupted
  /// The declared expectation for the row's number of threads.
  package var expected = Expectation.sound
  /// The number of instances that may be alive at the same time without a violation: one per class or owner.
  package var aliveAllowed: UInt64 = 1
  /// The measurements, or `nil` if nothing was counted.
  package var measured: Measurements?
  package var grade: Grade?
  /// Which initializers wait for each other in a process of the row that hung, if that is known; otherwise the last line that a
  /// process wrote to standard error, if it ended badly.
  package var remark: String?
  /// The verdict that includes the checker's findings, or `nil` if the checker was not asked.
  private var judged: Verdict?

  package init() {}

  package init(
    key: RowKey, run: RunMetadata, host: HostInfo, seed: UInt64, status: RowStatus, expected: Expectation,
    aliveAllowed: UInt64 = 1, measured: Measurements? = nil, grade: Grade? = nil, remark: String? = nil
  ) {
    self.key = key
    self.run = run
    self.host = host
    self.seed = seed
    self.status = status
    self.expected = expected
    self.aliveAllowed = aliveAllowed
    self.measured = measured
    self.grade = grade
    self.remark = remark
  }

  /// Whether the strategy is safe in this scenario, according to this row and to the checker, if the checker was asked.
  package var verdict: Verdict {
    get { judged ?? Verdict(self) }
    set { judged = newValue }
  }

  /// Combines the verdict of the run with the checker's.
  ///
  /// - Parameter check: The checker's result for the row's scenario, or `nil` if it has none.
  package mutating func judge(with check: CheckRow?) {
    verdict = Verdict(self, check: check)
  }

  /// The promise of the row's scenario, or `oneInstance` if this version does not know the scenario.
  package var promise: Promise { Scenario(id: key.scenario)?.promise ?? .oneInstance }

  /// The reason why the row was skipped, or `nil` if it was not.
  package var whySkipped: String? { if case .skipped(let reason) = status { reason } else { nil } }

  /// Whether the processes of the row ended in a way that its declaration demands or allows.
  package var endedAsDeclared: Bool { status.isDeclared(by: expected) }
}
