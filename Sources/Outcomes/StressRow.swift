/// One row of the report: what one strategy did in one scenario with so many threads, in one replicate.
package struct StressRow: Sendable {
  package let key: RowKey
  package let run: RunFacts
  package let host: HostFacts
  package let seed: UInt64
  package var status: RowStatus
  /// As it applies to this many threads.
  package let expected: Expectation
  /// Instances that may be alive at one time without breaking anything: one a class, one an owner.
  package let aliveAllowed: UInt64
  /// nil where nothing was counted.
  package var measured: Measured?
  package var grade: Grade?
  /// For a person: what a child that ended badly said, or which outcome was forbidden.
  package var remark: String?

  package init(
    key: RowKey, run: RunFacts, host: HostFacts, seed: UInt64, status: RowStatus, expected: Expectation,
    aliveAllowed: UInt64 = 1, measured: Measured? = nil, grade: Grade? = nil, remark: String? = nil
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
}
