package import Outcomes

/// One column of the report: its name, what it means, and how a row gives its value.
///
/// ``all`` is the only list of columns there is: header, rows, JSON keys and documentation are derived from it.
package struct Column: Sendable {
  package enum Kind: String, Sendable { case text, integer, real }

  package let name: String
  /// One sentence, with the unit.
  package let summary: String
  /// What a cell holds unless it is empty.
  package let kind: Kind
  private let value: @Sendable (StressRow) -> Cell

  package func cell(of row: StressRow) -> Cell { value(row) }

  /// Raised when the meaning of a column changes; a column that is appended does not raise it.
  package static let schemaVersion = 1

  /// In the report's order. A new column is appended.
  package static let all: [Column] =
    ofRun + ofPlan + ofProcesses + ofCounts + ofGrade + ofTiming + ofHost + appended
}

/// How the groups of the list spell their columns.
extension Column {
  static func text(_ name: String, _ summary: String, _ value: @escaping @Sendable (StressRow) -> String?) -> Column {
    Column(name: name, summary: summary, kind: .text) { .text(orEmpty: value($0)) }
  }

  static func integer<Value: BinaryInteger & Sendable>(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (StressRow) -> Value?
  ) -> Column {
    Column(name: name, summary: summary, kind: .integer) { .integer(orEmpty: value($0)) }
  }

  static func count(_ name: String, _ summary: String, _ counter: Counter) -> Column {
    integer(name, summary) { $0.measured?.tally[counter] }
  }

  static func real(
    _ name: String, _ summary: String, _ precision: Numeral.Precision,
    _ value: @escaping @Sendable (StressRow) -> Double?
  ) -> Column {
    Column(name: name, summary: summary, kind: .real) { .real(orEmpty: value($0), precision) }
  }

  /// Up to 3 decimals.
  static func nanoseconds(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (StressRow) -> Double?
  ) -> Column {
    real(name, summary, .decimals(3), value)
  }

  /// Always 3 decimals, which is microseconds.
  static func milliseconds(
    _ name: String, _ summary: String, _ nanoseconds: @escaping @Sendable (StressRow) -> UInt64?
  ) -> Column {
    real(name, summary, .fixed(3)) { row in nanoseconds(row).map { Double($0) / 1e6 } }
  }
}
