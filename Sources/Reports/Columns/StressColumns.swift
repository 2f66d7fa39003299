package import Outcomes

/// The columns of the report.
///
/// ``all`` is the only list of columns there is: header, rows, JSON keys, the reader and documentation are derived from
/// it.
package enum StressColumns {
  /// Raised when the meaning of a column changes; a column that is appended does not raise it.
  package static let schemaVersion: UInt64 = 1

  /// In the report's order. A new column is appended.
  package static let all: [Column<StressRow>] =
    ofRun + ofPlan + ofProcesses + ofCounts + ofGrade + ofTiming + ofHost + appended
}

/// How the groups of the list spell their columns.
extension StressColumns {
  static func text(
    _ name: String, _ summary: String, _ reading: Reading, _ value: @escaping @Sendable (StressRow) -> String?
  ) -> Column<StressRow> {
    Column(name, summary, .text, reading: reading) { .text(orEmpty: value($0)) }
  }

  static func integer<Value: BinaryInteger & Sendable>(
    _ name: String, _ summary: String, _ reading: Reading, _ value: @escaping @Sendable (StressRow) -> Value?
  ) -> Column<StressRow> {
    Column(name, summary, .integer, reading: reading) { .integer(orEmpty: value($0)) }
  }

  static func count(_ name: String, _ summary: String, _ counter: Counter) -> Column<StressRow> {
    integer(name, summary, .count(counter)) { $0.measured?.tally[counter] }
  }

  static func real(
    _ name: String, _ summary: String, _ place: @escaping RowDraft.Place<Double?>, _ precision: Numeral.Precision,
    _ value: @escaping @Sendable (StressRow) -> Double?
  ) -> Column<StressRow> {
    Column(name, summary, .real, reading: .real(place)) { .real(orEmpty: value($0), precision) }
  }

  /// Up to 3 decimals.
  static func nanoseconds(
    _ name: String, _ summary: String, _ place: @escaping RowDraft.Place<Double?>,
    _ value: @escaping @Sendable (StressRow) -> Double?
  ) -> Column<StressRow> {
    real(name, summary, place, .decimals(3), value)
  }

  /// Always 3 decimals, which is microseconds.
  static func milliseconds(
    _ name: String, _ summary: String, _ place: @escaping RowDraft.Place<Double?>,
    _ nanoseconds: @escaping @Sendable (StressRow) -> UInt64?
  ) -> Column<StressRow> {
    real(name, summary, place, .fixed(3)) { row in nanoseconds(row).map { Double($0) / 1e6 } }
  }
}

extension Reading {
  fileprivate static func count(_ counter: Counter) -> Reading {
    Reading(expected: "a whole number below 2^64") { field, draft in
      let value = field.integer
      draft.counts[counter] = value
      return value != nil || field.isEmpty
    }
  }
}
