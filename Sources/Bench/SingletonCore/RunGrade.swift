package enum RunGrade: Sendable {
  /// Every promise was kept, and every known defect was shown.
  case passed
  /// An undeclared outcome occurred.
  case failed
  /// A known defect was not shown by any row, so the absence of other defects means little.
  case tooWeak
  /// Rows were skipped, or there were no rows to run.
  case incomplete
  /// The run was stopped from outside before the plan was complete.
  case interrupted

  package init(of rows: [StressRow]) {
    if rows.contains(where: { $0.status == .interrupted }) {
      self = .interrupted
    } else if rows.contains(where: { $0.grade == .failed }) {
      self = .failed
    } else if RowGroup.bySubject(rows).contains(where: \.isTooWeak) {
      self = .tooWeak
    } else if rows.isEmpty || rows.contains(where: { $0.grade == nil }) {
      // Even if a known defect was not shown, the grade is not `tooWeak`, because more time would not help.
      self = .incomplete
    } else {
      self = .passed
    }
  }
}
