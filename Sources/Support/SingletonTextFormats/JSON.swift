/// A JSON value (RFC 8259) to be written. Objects keep the order of their members.
package indirect enum JSON: Sendable {
  case null
  case bool(Bool)
  /// A number, spelled as in JSON.
  case numeral(String)
  case string(String)
  case array([JSON])
  case object([(key: String, value: JSON)])

  package static func number(_ value: some BinaryInteger) -> JSON { .numeral(String(value)) }

  /// The value as indented text, with one member per line, two spaces per level, and a line end after the last line.
  package var text: String { text(indentation: "") + "\n" }

  private func text(indentation: String) -> String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .numeral(let numeral): numeral
    case .string(let string): Self.quoted(string)
    case .array(let elements):
      Self.block("[", elements.map { $0.text(indentation: indentation + "  ") }, "]", indentation)
    case .object(let members):
      Self.block(
        "{", members.map { Self.quoted($0.key) + ": " + $0.value.text(indentation: indentation + "  ") }, "}",
        indentation)
    }
  }

  private static func block(_ opening: String, _ items: [String], _ closing: String, _ indentation: String) -> String {
    guard !items.isEmpty else { return opening + closing }
    let lineBreak = "\n" + indentation + "  "
    return opening + lineBreak + items.joined(separator: "," + lineBreak) + "\n" + indentation + closing
  }

  private static func quoted(_ string: String) -> String {
    "\"" + string.unicodeScalars.map(escaped).joined() + "\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case ..<" ": "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
    default: String(scalar)
    }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  package init(stringLiteral value: String) { self = .string(value) }
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
  package init(dictionaryLiteral members: (String, JSON)...) { self = .object(members.map { ($0.0, $0.1) }) }
}

extension JSON {
  /// Returns an array with one object per row and one member per column; an empty field is null.
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
