/// A column of a file: its name, its meaning, and how its value is read from a row and stored in one.
package struct Column<Row>: Sendable {
  package enum Requirement: Sendable {
    case optional
    /// The header must have the column, but a field may be empty.
    case named
    /// Every row must have a value.
    case filled
  }

  package let name: String
  /// The meaning in one sentence, with the unit.
  package let summary: String
  package let kind: FieldKind
  package let requirement: Requirement
  /// The text after "expected: " in messages about a field that cannot be read.
  package let expected: String
  /// The words of which a field has one, or an empty array if there are too many to list.
  package let choices: [String]
  /// Returns whether the value in a complete row is consistent with the values of other columns; `nil` if there is
  /// nothing to compare.
  let agrees: (@Sendable (Row) -> Bool)?
  private let get: @Sendable (Row) -> FieldValue
  private let set: @Sendable (inout Row, String) -> Bool

  /// - Parameters:
  ///   - get: Returns a row's value, or `nil` if its field is empty.
  ///   - set: Stores the value of a field, or `nil` if the field is empty. By default, the value is ignored; this is
  ///     for derived columns, and for files that are only written.
  package init<Value>(
    _ name: String, _ summary: String, _ format: FieldFormat<Value>, _ requirement: Requirement = .optional,
    agrees: (@Sendable (Row) -> Bool)? = nil, get: @escaping @Sendable (Row) -> Value?,
    set: @escaping @Sendable (inout Row, Value?) -> Void = { _, _ in }
  ) {
    self.name = name
    self.summary = summary
    self.kind = format.kind
    self.requirement = requirement
    self.expected = format.expected
    self.choices = format.choices
    self.agrees = agrees
    self.get = { get($0).map(format.field) ?? .empty }
    self.set = { row, field in
      let value = field.isEmpty ? nil : format.parse(field)
      guard value != nil || field.isEmpty else { return false }
      set(&row, value)
      return true
    }
  }

  /// Creates a column for a property. An empty field leaves the property unchanged.
  package init<Value>(
    _ name: String, _ summary: String, _ format: FieldFormat<Value>, _ requirement: Requirement = .optional,
    of path: any WritableKeyPath<Row, Value> & Sendable
  ) {
    self.init(name, summary, format, requirement) {
      $0[keyPath: path]
    } set: {
      if let value = $1 { $0[keyPath: path] = value }
    }
  }

  /// Creates a column for an optional property, which is `nil` if the field is empty.
  package init<Value>(
    _ name: String, _ summary: String, _ format: FieldFormat<Value>, _ requirement: Requirement = .optional,
    of path: any WritableKeyPath<Row, Value?> & Sendable
  ) {
    self.init(name, summary, format, requirement) {
      $0[keyPath: path]
    } set: {
      $0[keyPath: path] = $1
    }
  }

  /// Creates a column for a property of an optional part of the row, which is created when its first value is stored.
  package init<Part: RowPart, Value>(
    _ name: String, _ summary: String, _ format: FieldFormat<Value>, agrees: (@Sendable (Row) -> Bool)? = nil,
    of part: any WritableKeyPath<Row, Part?> & Sendable, _ path: any WritableKeyPath<Part, Value> & Sendable
  ) {
    self.init(name, summary, format, agrees: agrees) {
      $0[keyPath: part]?[keyPath: path]
    } set: {
      if let value = $1 { $0[keyPath: part].created[keyPath: path] = value }
    }
  }

  /// Creates a column for an optional property of an optional part of the row. Its value is ignored without that part.
  package init<Part: RowPart, Value>(
    _ name: String, _ summary: String, _ format: FieldFormat<Value>,
    of part: any WritableKeyPath<Row, Part?> & Sendable, _ path: any WritableKeyPath<Part, Value?> & Sendable
  ) {
    self.init(name, summary, format) {
      $0[keyPath: part]?[keyPath: path]
    } set: {
      if $0[keyPath: part] != nil, let value = $1 { $0[keyPath: part].created[keyPath: path] = value }
    }
  }

  package func value(of row: Row) -> FieldValue { get(row) }

  /// Stores a field in a row.
  ///
  /// - Returns: `false` if the text is not as expected, or if it is empty but required.
  package func take(_ field: String, into row: inout Row) -> Bool {
    requirement == .filled && field.isEmpty ? false : set(&row, field)
  }

  /// Returns the column that contains the version of the columns.
  ///
  /// - Parameter oldest: The oldest version that a reader accepts, or `nil` if it accepts only this version.
  package static func schemaVersion(_ version: UInt64, readsFrom oldest: UInt64? = nil) -> Column {
    let readable = (oldest ?? version)...version
    let names = readable.map { String($0) }.joined(separator: " or ")
    let expected =
      "\(names), which this program reads; make the report anew with this program, or read it with the one that wrote it"
    let format = FieldFormat<UInt64>(.integer, expected: expected, field: FieldValue.integer) {
      FieldFormat<UInt64>.integer.parse($0).flatMap { readable.contains($0) ? $0 : nil }
    }
    return Column("schema_version", "Version of the columns' meaning; \(version).", format, .filled) { _ in version }
  }

  var isVersion: Bool { name == "schema_version" }
}

/// A part that a row may lack, such as what was measured.
package protocol RowPart: Sendable {
  /// Creates a part without values.
  init()
}

extension Optional where Wrapped: RowPart {
  /// The part, which is created when a value of it is stored.
  package var created: Wrapped {
    get { self ?? Wrapped() }
    set { self = newValue }
  }
}
