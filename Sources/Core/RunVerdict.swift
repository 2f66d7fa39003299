/// What a whole run says.
package enum RunVerdict: Sendable {
  /// Every promise was kept and every known defect was shown.
  case passed
  /// An outcome that was not declared.
  case failed
  /// A known defect that no row has shown, so that silence elsewhere means little.
  case tooWeak
  /// No row ran.
  case nothingRan
  /// Stopped from outside before the plan was done.
  case interrupted

  package init(of rows: [StressRow]) {
    if rows.contains(where: { $0.status == .interrupted }) {
      self = .interrupted
    } else if rows.contains(where: { $0.grade == .failed }) {
      self = .failed
    } else if !rows.contains(where: { $0.grade != nil }) {
      // Even if a defect was to be shown: more time would not help.
      self = .nothingRan
    } else if !RowGroup.bySubject(rows).allSatisfy(\.defectWasShown) {
      self = .tooWeak
    } else {
      self = .passed
    }
  }
}
