/// A column of a file: its name, its meaning, and the accessors of its value in a row.
public struct Column<Row>: Sendable {
  public enum Kind: String, Sendable { case text, integer, real }

  /// A requirement on a column of a file that is read.
  public enum Requirement: Sendable {
    case optional
    /// The header must have the column, but a field may be empty.
    case named
    /// Every row must have a value.
    case filled
  }

  public let name: String
  /// The meaning in one sentence, with the unit.
  public let summary: String
  /// The kind of value in fields that are not empty.
  public let kind: Kind
  public let requirement: Requirement
  /// The text after "expected: " in messages about a field that cannot be read.
  public let expected: String
  /// Returns whether the value in a complete row agrees with those of other columns; `nil` if it depends on none.
  public let agrees: (@Sendable (Row) -> Bool)?
  private let get: @Sendable (Row) -> FieldValue
  private let set: Setter

  /// A function that stores a field in a row, and returns `false` if the text is not as expected.
  public typealias Setter = @Sendable (inout Row, FieldText) -> Bool

  /// - Parameter set: Stores a field; the default ignores it, for derived columns and for files that are only written.
  public init(
    _ name: String, _ summary: String, _ kind: Kind, _ requirement: Requirement = .optional, expected: String = "",
    get: @escaping @Sendable (Row) -> FieldValue, set: @escaping Setter = { _, _ in true },
    agrees: (@Sendable (Row) -> Bool)? = nil
  ) {
    self.name = name
    self.summary = summary
    self.kind = kind
    self.requirement = requirement
    self.expected = expected
    self.get = get
    self.set = set
    self.agrees = agrees
  }

  public func value(of row: Row) -> FieldValue { get(row) }

  /// Stores a field in a row.
  ///
  /// - Returns: `false` if the text is not as expected, or if it is empty but required.
  public func take(_ field: FieldText, into row: inout Row) -> Bool {
    requirement == .filled && field.isEmpty ? false : set(&row, field)
  }
}

// The generic factories are public and inlinable, because only then are they specialized where the columns of a report
// are declared; reports of a million rows are read by their closures.

// MARK: - Columns of a property

extension Column {
  /// Returns a column of a text that is never missing.
  public static func text(
    _ name: String, _ summary: String, _ requirement: Requirement = .optional,
    of path: any WritableKeyPath<Row, String> & Sendable
  ) -> Column {
    text(name, summary, requirement) {
      $0[keyPath: path]
    } set: {
      $0[keyPath: path] = $1
    }
  }

  @inlinable
  public static func integer<Value: FixedWidthInteger & Sendable>(
    _ name: String, _ summary: String, _ requirement: Requirement = .optional,
    of path: any WritableKeyPath<Row, Value> & Sendable
  ) -> Column {
    integer(name, summary, requirement) {
      $0[keyPath: path]
    } set: {
      if let value = $1 { $0[keyPath: path] = value }
    }
  }

  /// Returns a column of a number of 64 bits that identifies something.
  public static func identifier(
    _ name: String, _ summary: String, _ requirement: Requirement = .optional,
    of path: any WritableKeyPath<Row, UInt64> & Sendable
  ) -> Column {
    Column(name, summary, .text, requirement, expected: "0x and a hexadecimal number, or a decimal one, below 2^64") {
      .identifier($0[keyPath: path])
    } set: {
      parsed(&$0, $1, \.identifier) { if let value = $1 { $0[keyPath: path] = value } }
    }
  }

  /// Returns a column whose type reads and prints its own text.
  @inlinable
  public static func spelled<Value: LosslessStringConvertible & SendableMetatype>(
    _ name: String, _ summary: String, _ requirement: Requirement = .optional, expected: String,
    of path: any WritableKeyPath<Row, Value> & Sendable
  ) -> Column {
    Column(name, summary, .text, requirement, expected: expected) {
      .text($0[keyPath: path].description)
    } set: {
      parsed(&$0, $1, { $0.text.flatMap { Value($0) } }) { if let value = $1 { $0[keyPath: path] = value } }
    }
  }

  /// Returns a column whose values are the raw values of an enumeration.
  @inlinable
  public static func word<Value: RawRepresentable & CaseIterable & SendableMetatype>(
    _ name: String, _ summary: String, _ requirement: Requirement = .optional,
    of path: any WritableKeyPath<Row, Value> & Sendable
  ) -> Column where Value.RawValue == String {
    word(name, summary, requirement) {
      $0[keyPath: path]
    } set: {
      if let value = $1 { $0[keyPath: path] = value }
    }
  }

  /// Returns a column whose values are the raw values of an enumeration, and empty for `nil`.
  @inlinable
  public static func word<Value: RawRepresentable & CaseIterable & SendableMetatype>(
    _ name: String, _ summary: String, _ requirement: Requirement = .optional,
    of path: any WritableKeyPath<Row, Value?> & Sendable
  ) -> Column where Value.RawValue == String {
    word(name, summary, requirement) {
      $0[keyPath: path]
    } set: {
      $0[keyPath: path] = $1
    }
  }
}

// MARK: - Columns of any value

extension Column {
  /// Returns the column with the version of the columns.
  ///
  /// - Parameter oldest: The oldest version that a reader accepts, or `nil` for only this one.
  package static func schemaVersion(_ version: UInt64, readsFrom oldest: UInt64? = nil) -> Column {
    let readable = (oldest ?? version)...version
    let names = readable.map { String($0) }.joined(separator: " or ")
    return Column(
      "schema_version", "Version of the columns' meaning; \(version).", .integer, .filled,
      expected: """
        \(names), which this program reads; make the report anew with this program, or read it with the one that wrote \
        it
        """,
      get: { _ in .integer(version) }, set: { _, field in field.integer.map(readable.contains) ?? false })
  }
}

// Setters receive `nil` for an empty field, except for that of a text, which receives an empty string.

extension Column {
  public static func text(
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

  @inlinable
  public static func integer<Value: FixedWidthInteger & Sendable>(
    _ name: String, _ summary: String, _ requirement: Requirement = .optional,
    _ get: @escaping @Sendable (Row) -> Value?, set: @escaping @Sendable (inout Row, Value?) -> Void = { _, _ in }
  ) -> Column {
    Column(name, summary, .integer, requirement, expected: "a whole number below 2^64") {
      .integer(orEmpty: get($0))
    } set: {
      parsed(&$0, $1, { $0.integer.map(Value.init(clamping:)) }, set)
    }
  }

  public static func real(
    _ name: String, _ summary: String, _ precision: DecimalFormat.Precision, _ requirement: Requirement = .optional,
    _ get: @escaping @Sendable (Row) -> Double?, set: @escaping @Sendable (inout Row, Double?) -> Void = { _, _ in }
  ) -> Column {
    Column(name, summary, .real, requirement, expected: "a decimal number, 0 or more") {
      .real(orEmpty: get($0), precision)
    } set: {
      parsed(&$0, $1, \.real, set)
    }
  }

  /// Returns a column of `yes` or `no`, for files that are only written.
  public static func flag(
    _ name: String, _ summary: String, _ get: @escaping @Sendable (Row) -> Bool
  ) -> Column {
    Column(name, summary, .text) { .flag(get($0)) }
  }

  /// Returns a column whose values are the raw values of an enumeration.
  @inlinable
  public static func word<Value: RawRepresentable & CaseIterable & SendableMetatype>(
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

  @inlinable
  public static func parsed<Value>(
    _ row: inout Row, _ field: FieldText, _ parse: (FieldText) -> Value?, _ set: (inout Row, Value?) -> Void
  ) -> Bool {
    let value = field.isEmpty ? nil : parse(field)
    set(&row, value)
    return value != nil || field.isEmpty
  }
}
