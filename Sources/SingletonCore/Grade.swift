/// The grade of a row: whether its outcome is the declared one.
package enum Grade: String, CaseIterable, Sendable {
  /// The promise was kept, or the declared trap or hang occurred.
  case passed
  /// The known defect was shown.
  case reproduced
  /// The known defect was not shown, so the row was too weak to be conclusive.
  case notReproduced = "not-reproduced"
  /// Something occurred that was not declared.
  case failed

  /// The grades in the order of precedence in ``pooled(_:)``.
  package static let worstFirst: [Grade] = [.failed, .reproduced, .notReproduced, .passed]

  /// Returns the grade of several rows, or `nil` if none has a grade.
  ///
  /// The worst grade counts, but a defect that one row has shown is shown.
  package static func pooled(_ grades: some Sequence<Grade?>) -> Grade? {
    let grades = Set(grades.compactMap(\.self))
    return worstFirst.first(where: grades.contains)
  }
}

/// The grade of a whole run.
package enum RunGrade: Sendable {
  /// Every promise was kept, and every known defect was shown.
  case passed
  /// An undeclared outcome occurred.
  case failed
  /// A known defect was shown by no row, so the absence of other defects means little.
  case tooWeak
  /// Rows were skipped, or none ran at all.
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
      // Even if a defect was expected, because more time would not help.
      self = .incomplete
    } else {
      self = .passed
    }
  }
}
