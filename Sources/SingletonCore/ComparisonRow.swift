/// The comparison of one group of rows between two reports.
package struct ComparisonRow: Sendable {
  /// The key of the group.
  package let key: RowKey
  package let verdict: ComparisonVerdict
  /// Whether the user accepts that the group is missing or new.
  package let isForgiven: Bool
  /// The reason, in one sentence.
  package let why: String
  /// The group in the old report, or `nil` if the report has no row of it.
  package let old: GroupSummary?
  package let new: GroupSummary?
  /// The change of the access times, or `nil` if one of the reports has no times.
  package let time: TimingChange?

  package init(
    key: RowKey, verdict: ComparisonVerdict, isForgiven: Bool = false, why: String, old: GroupSummary?,
    new: GroupSummary?, time: TimingChange? = nil
  ) {
    self.key = key
    self.verdict = verdict
    self.isForgiven = isForgiven
    self.why = why
    self.old = old
    self.new = new
    self.time = time
  }
}
