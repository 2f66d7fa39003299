extension JSON {
  /// Returns an array with an object for each row, which has a member for each column; an empty field is null.
  package static func rows<Row>(_ rows: [Row], _ columns: [Column<Row>]) -> JSON {
    .array(rows.map { .object(members(of: $0, columns)) })
  }

  package static func members<Row>(of row: Row, _ columns: [Column<Row>]) -> [(key: String, value: JSON)] {
    columns.map { (key: $0.name, value: JSON($0.value(of: row))) }
  }

  private init(_ value: FieldValue) {
    self =
      switch value {
      case .empty: .null
      case .text(let text): .string(text)
      case .flag(let flag): .bool(flag)
      case .identifier: .string(value.spelling)
      case .counts(let counts): .object(FieldValue.inOrder(counts).map { (String($0.key), .number($0.value)) })
      case .integer, .real: .numeral(value.spelling)
      }
  }
}
