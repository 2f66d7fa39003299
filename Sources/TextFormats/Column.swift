/// One column of a file: its name, what it means, and how a row gives and takes its value.
package struct Column<Row>: Sendable {
  package enum Kind: String, Sendable { case text, integer, real }

  /// What a file must have of a column to be read.
  package enum Requirement: Sendable {
    case optional
    /// The header must name it; a field may be empty.
    case named
    /// Every row must have a value.
    case filled
  }

  package let name: String
  /// One sentence, with the unit.
  package let summary: String
  /// What a field holds unless it is empty.
  package let kind: Kind
  package let requirement: Requirement
  /// Completes "expected: " in messages about a field that cannot be read.
  package let expected: String
  private let get: @Sendable (Row) -> FieldValue
  private let set: Setter

  /// Puts a field into a row. Returns `false` if the text is not what is expected.
  package typealias Setter = @Sendable (inout Row, FieldText) -> Bool

  /// - Parameter set: Ignores the field of a column that is derived from others, or of a file that is only written.
  package init(
    _ name: String, _ summary: String, _ kind: Kind, _ requirement: Requirement = .optional, expected: String = "",
    get: @escaping @Sendable (Row) -> FieldValue, set: @escaping Setter = { _, _ in true }
  ) {
    self.name = name
    self.summary = summary
    self.kind = kind
    self.requirement = requirement
    self.expected = expected
    self.get = get
    self.set = set
  }

  package func value(of row: Row) -> FieldValue { get(row) }

  /// Puts a field into a row.
  ///
  /// - Returns: `false` if the text is not what is expected.
  package func take(_ field: FieldText, into row: inout Row) -> Bool {
    requirement == .filled && field.isEmpty ? false : set(&row, field)
  }
}

// Setters get `nil` for an empty field. They are closures and no key paths, because a key path takes ten times as long at
// each field of a large file.

extension Column {
  package static func text(
    _ name: String, _ summary: String, _ requirement: Requirement = .optional,
    _ get: @escaping @Sendable (Row) -> String?, set: @escaping @Sendable (inout Row, String) -> Void = { _, _ in }
  ) -> Column {
    Column(name, summary, .text, requirement, expected: "UTF-8 text") {
      .text(orEmpty: get($0))
    } set: { row, field in
      guard let text = field.text else { return false }
      set(&row, text)
      return true
    }
  }

  package static func integer<Value: FixedWidthInteger & Sendable>(
    _ name: String, _ summary: String, _ requirement: Requirement = .optional,
    _ get: @escaping @Sendable (Row) -> Value?, set: @escaping @Sendable (inout Row, Value?) -> Void = { _, _ in }
  ) -> Column {
    Column(name, summary, .integer, requirement, expected: "a whole number below 2^64") {
      .integer(orEmpty: get($0))
    } set: {
      parsed(&$0, $1, { $0.integer.map(Value.init(clamping:)) }, set)
    }
  }

  package static func real(
    _ name: String, _ summary: String, _ precision: DecimalFormat.Precision, _ requirement: Requirement = .optional,
    _ get: @escaping @Sendable (Row) -> Double?, set: @escaping @Sendable (inout Row, Double?) -> Void = { _, _ in }
  ) -> Column {
    Column(name, summary, .real, requirement, expected: "a decimal number, 0 or more") {
      .real(orEmpty: get($0), precision)
    } set: {
      parsed(&$0, $1, \.real, set)
    }
  }

  /// A text that a type reads and prints.
  package static func spelled<Value: LosslessStringConvertible & SendableMetatype>(
    _ name: String, _ summary: String, _ requirement: Requirement = .optional, expected: String,
    _ get: @escaping @Sendable (Row) -> Value?, set: @escaping @Sendable (inout Row, Value?) -> Void = { _, _ in }
  ) -> Column {
    Column(name, summary, .text, requirement, expected: expected) {
      .text(orEmpty: get($0)?.description)
    } set: {
      parsed(&$0, $1, { $0.text.flatMap { Value($0) } }, set)
    }
  }

  /// One of a few words.
  package static func word<Value: RawRepresentable & CaseIterable & SendableMetatype>(
    _ name: String, _ summary: String, _ requirement: Requirement = .optional,
    _ get: @escaping @Sendable (Row) -> Value?, set: @escaping @Sendable (inout Row, Value?) -> Void = { _, _ in }
  ) -> Column where Value.RawValue == String {
    let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
    return Column(name, summary, .text, requirement, expected: "one of \(words)") {
      .text(orEmpty: get($0)?.rawValue)
    } set: {
      parsed(&$0, $1, { $0.text.flatMap { Value(rawValue: $0) } }, set)
    }
  }

  private static func parsed<Value>(
    _ row: inout Row, _ field: FieldText, _ parse: (FieldText) -> Value?, _ set: (inout Row, Value?) -> Void
  ) -> Bool {
    let value = field.isEmpty ? nil : parse(field)
    set(&row, value)
    return value != nil || field.isEmpty
  }
}
