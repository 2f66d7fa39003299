/// The grade of a row: whether its outcome is the declared one. `Verdict+Text.swift` says what each means.
package enum Grade: String, CaseIterable, Codable, Sendable {
  case passed
  case reproduced
  case notReproduced = "not-reproduced"
  case failed

  /// The grades in the order in which ``pooled(_:)`` prefers them.
  package static let worstFirst: [Grade] = [.failed, .reproduced, .notReproduced, .passed]

  /// Returns the grade of several rows together, or `nil` if none has a grade.
  ///
  /// The worst grade wins, except that `reproduced` wins over `notReproduced`: one row that shows the known defect is
  /// enough.
  package static func pooled(_ grades: some Sequence<Grade?>) -> Grade? {
    let grades = Set(grades.compactMap(\.self))
    return worstFirst.first(where: grades.contains)
  }
}
