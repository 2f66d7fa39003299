/// Whether a row did what was declared of it.
package enum Grade: String, CaseIterable, Sendable {
  /// The promise, or the declared trap or hang, came out as declared.
  case passed
  /// The known defect was shown.
  case reproduced
  /// The known defect was not shown: the row was too weak to say anything.
  case notReproduced = "not-reproduced"
  /// Something happened that was not declared.
  case failed

  /// The most important first.
  package static let worstFirst: [Grade] = [.failed, .reproduced, .notReproduced, .passed]

  /// Returns the grade of several rows: the worst counts, and a defect shown once is shown. Returns `nil` if none has a
  /// grade.
  package static func pooled(_ grades: some Sequence<Grade?>) -> Grade? {
    let grades = Set(grades.compactMap(\.self))
    return worstFirst.first(where: grades.contains)
  }
}
