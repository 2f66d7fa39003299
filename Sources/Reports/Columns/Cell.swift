/// What one column says of one row.
package enum Cell: Equatable, Sendable {
  /// Unknown or not applicable; never stands for 0.
  case empty
  case text(String)
  case integer(UInt64)
  /// A real number that has its spelling already.
  case real(String)

  /// As it stands in a file, before any quoting.
  package var spelling: String {
    switch self {
    case .empty: ""
    case .text(let text): text
    case .integer(let value): String(value)
    case .real(let numeral): numeral
    }
  }
}

extension Cell {
  /// Empty where there is no text, or none is known.
  static func text(orEmpty text: String?) -> Cell {
    guard let text, !text.isEmpty else { return .empty }
    return .text(text)
  }

  static func integer(orEmpty value: (some BinaryInteger)?) -> Cell {
    value.flatMap { UInt64(exactly: $0) }.map(Cell.integer) ?? .empty
  }

  static func real(orEmpty value: Double?, _ precision: Numeral.Precision) -> Cell {
    value.flatMap { Numeral.spelled($0, precision) }.map(Cell.real) ?? .empty
  }
}
