/// One column of a file: its name, what it means, and how a row gives its value.
package struct Column<Row>: Sendable {
  package enum Kind: String, Sendable { case text, integer, real }

  package let name: String
  /// One sentence, with the unit.
  package let summary: String
  /// What a cell holds unless it is empty.
  package let kind: Kind
  private let value: @Sendable (Row) -> Cell
  /// How a cell of a file comes back; nil in files that are only written.
  let reading: Reading?

  init(
    _ name: String, _ summary: String, _ kind: Kind, reading: Reading? = nil, _ value: @escaping @Sendable (Row) -> Cell
  ) {
    self.name = name
    self.summary = summary
    self.kind = kind
    self.reading = reading
    self.value = value
  }

  package func cell(of row: Row) -> Cell { value(row) }
}

/// Columns of files that are only written.
extension Column {
  static func text(_ name: String, _ summary: String, _ value: @escaping @Sendable (Row) -> String?) -> Column {
    Column(name, summary, .text) { .text(orEmpty: value($0)) }
  }

  static func integer(_ name: String, _ summary: String, _ value: @escaping @Sendable (Row) -> UInt64?) -> Column {
    Column(name, summary, .integer) { .integer(orEmpty: value($0)) }
  }

  static func real(
    _ name: String, _ summary: String, _ precision: Numeral.Precision, _ value: @escaping @Sendable (Row) -> Double?
  ) -> Column {
    Column(name, summary, .real) { .real(orEmpty: value($0), precision) }
  }
}

/// How a cell that is read gets its place in a row.
struct Reading: Sendable {
  /// A row without it is no row.
  var isRequired = false
  /// Completes "expected: ".
  let expected: String
  /// False where the text is not what is expected. An empty field is nil, or the empty text.
  let take: @Sendable (FieldText, inout RowDraft) -> Bool
}

extension Reading {
  static func text(_ place: @escaping RowDraft.Place<String>) -> Reading {
    Reading(expected: "UTF-8 text") { field, draft in
      guard let text = field.text else { return false }
      place(&draft, text)
      return true
    }
  }

  static func integer(_ place: @escaping RowDraft.Place<UInt64?>) -> Reading {
    optional(place, expected: "a whole number below 2^64") { $0.integer }
  }

  static func real(_ place: @escaping RowDraft.Place<Double?>) -> Reading {
    optional(place, expected: "a decimal number, 0 or more") { $0.real }
  }

  static func spelled<Value: LosslessStringConvertible & SendableMetatype>(
    _ place: @escaping RowDraft.Place<Value?>, expected: String
  ) -> Reading {
    optional(place, expected: expected) { $0.text.flatMap { Value($0) } }
  }

  static func word<Value: RawRepresentable & CaseIterable & SendableMetatype>(
    _ place: @escaping RowDraft.Place<Value?>
  ) -> Reading where Value.RawValue == String {
    let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
    return optional(place, expected: "one of \(words)") { $0.text.flatMap { Value(rawValue: $0) } }
  }

  var required: Reading { Reading(isRequired: true, expected: expected, take: take) }

  private static func optional<Value>(
    _ place: @escaping RowDraft.Place<Value?>, expected: String,
    _ parse: @escaping @Sendable (FieldText) -> Value?
  ) -> Reading {
    Reading(expected: expected) { field, draft in
      let value = field.isEmpty ? nil : parse(field)
      place(&draft, value)
      return value != nil || field.isEmpty
    }
  }
}
