/// The value of one column in one row.
package enum FieldValue: Equatable, Sendable {
  /// Unknown or not applicable; never 0.
  case empty
  case text(String)
  case integer(UInt64)
  /// A real number that has its spelling already.
  case real(String)

  /// The text in a file, before any quoting.
  package var spelling: String {
    switch self {
    case .empty: ""
    case .text(let text): text
    case .integer(let value): String(value)
    case .real(let numeral): numeral
    }
  }
}

extension FieldValue {
  /// A text, or an empty field if it is `nil` or has no characters.
  package static func text(orEmpty text: String?) -> FieldValue {
    guard let text, !text.isEmpty else { return .empty }
    return .text(text)
  }

  package static func integer(orEmpty value: (some BinaryInteger)?) -> FieldValue {
    value.flatMap { UInt64(exactly: $0) }.map(FieldValue.integer) ?? .empty
  }

  package static func real(orEmpty value: Double?, _ precision: DecimalFormat.Precision) -> FieldValue {
    value.flatMap { DecimalFormat.spelled($0, precision) }.map(FieldValue.real) ?? .empty
  }
}
