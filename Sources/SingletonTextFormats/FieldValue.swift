/// The value of one column in one row.
package enum FieldValue: Equatable, Sendable {
  /// An unknown or inapplicable value, which is never written as 0.
  case empty
  case text(String)
  /// `yes` or `no`; in JSON a boolean.
  case flag(Bool)
  case integer(UInt64)
  /// A number of 64 bits that identifies something and is no quantity. It is hexadecimal, after `0x`, and in JSON a
  /// string, because spreadsheets and many readers of JSON keep numbers as doubles, which have 53 bits.
  case identifier(UInt64)
  /// How often each of some whole numbers occurred, without those that never did; in JSON an object.
  case counts([UInt64: UInt64])
  /// A real number that is already formatted.
  case real(String)

  /// The text in a file, before it is quoted.
  package var spelling: String {
    switch self {
    case .empty: ""
    case .text(let text): text
    case .flag(let flag): flag ? "yes" : "no"
    case .integer(let value): String(value)
    case .identifier(let value): "0x" + String(value, radix: 16)
    case .counts(let counts): Self.inOrder(counts).map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    case .real(let numeral): numeral
    }
  }

  /// Returns the numbers in ascending order, each with its count.
  static func inOrder(_ counts: [UInt64: UInt64]) -> [(key: UInt64, value: UInt64)] {
    counts.sorted { $0.key < $1.key }
  }
}

extension FieldValue {
  /// Returns a text, or an empty field if the text is `nil` or empty.
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
