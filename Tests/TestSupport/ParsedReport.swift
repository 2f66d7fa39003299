import Testing

/// A CSV file, read independently of the code under test.
package struct ParsedReport {
  package let header: [String]
  package let rows: [[String: String]]

  package init(_ text: String) throws {
    let lines = try records(ofCSV: text)
    header = try #require(lines.first, "an empty report")
    rows = try lines.dropFirst().map { fields in
      try #require(fields.count == lines[0].count, "\(fields.count) fields under \(lines[0].count) headings: \(fields)")
      return Dictionary(uniqueKeysWithValues: zip(lines[0], fields))
    }
  }

  /// The fields of a column, from top to bottom.
  package subscript(column: String) -> [String] { rows.map { $0[column] ?? "no such column" } }
}

/// Returns the records of a CSV text as RFC 4180 defines them, with `\n` at the end of each line.
package func records(ofCSV text: String) throws -> [[String]] {
  var records: [[String]] = []
  var record: [String] = []
  var field = ""
  var isQuoted = false
  var isAfterQuote = false
  for character in text {
    if isQuoted {
      if character == "\"" { (isQuoted, isAfterQuote) = (false, true) } else { field.append(character) }
      continue
    }
    switch character {
    case "\"":
      if isAfterQuote { field.append("\"") }
      isQuoted = true
    case ",", "\n":
      record.append(field)
      field = ""
      if character == "\n" {
        records.append(record)
        record = []
      }
    default: field.append(character)
    }
    isAfterQuote = false
  }
  try #require(record.isEmpty && field.isEmpty && !isQuoted, "the last line has no end")
  return records
}
