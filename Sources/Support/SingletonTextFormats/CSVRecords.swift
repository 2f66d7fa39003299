package import SingletonPlatform

/// The records of a CSV file (RFC 4180), one after the other.
///
/// A byte-order mark, both `\r\n` and `\n`, and a last line without a line end are accepted. Empty lines are skipped.
package struct CSVRecords {
  private let path: String
  private let bytes: [UInt8]
  /// The index of the next byte to be read, followed by the number of its line, from 1.
  private var position = 0
  private var nextLine = 1
  /// The line on which the most recent record begins, from 1.
  package private(set) var line = 1
  /// The index of the first byte of the most recent record.
  private var start = 0

  /// The maximum size in bytes, which also ends the reading of an endless stream.
  private static let largestFile = 1 << 28

  /// - Parameter path: The name of the file in messages.
  package init(_ file: InputFile, path: String) throws(InputError) {
    self.path = path
    bytes = try InputError.contents(of: file, path, limit: Self.largestFile)
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
  }

  /// Reads the next record: its fields, unquoted.
  ///
  /// - Returns: `nil` at the end of the file.
  package mutating func next() throws(InputError) -> [String]? {
    while takeLineEnd() {}
    guard position < bytes.count else { return nil }
    (line, start) = (nextLine, position)
    var fields: [String] = []
    while true {
      fields.append(try current == quote ? quotedField() : plainField())
      if position == bytes.count || takeLineEnd() { return fields }
      position += 1
    }
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Whether a line ends here, with `\n`, with `\r\n`, or with `\r` at the end of the file.
  private var isAtLineEnd: Bool {
    guard current == carriageReturn else { return current == lineFeed }
    return position + 1 == bytes.count || bytes[position + 1] == lineFeed
  }

  private mutating func takeLineEnd() -> Bool {
    guard isAtLineEnd else { return false }
    position = min(bytes.count, position + (current == carriageReturn ? 2 : 1))
    nextLine += 1
    return true
  }

  /// Reads an unquoted field, up to the next comma or the end of the record.
  private mutating func plainField() throws(InputError) -> String {
    let begin = position
    while let byte = current, byte != comma, !isAtLineEnd {
      if byte == quote {
        throw error("a quote in a field that does not begin with one", "the whole field in quotes", at: position)
      }
      if byte == carriageReturn && line == 1 {
        throw error("lines that end with a carriage return alone", "lines that end with a line feed, or with both")
      }
      position += 1
    }
    return try text(bytes[begin..<position], at: begin)
  }

  /// Reads a quoted field, in which a doubled quote represents a quote.
  private mutating func quotedField() throws(InputError) -> String {
    let begin = position
    var field: [UInt8] = []
    repeat {
      position += 1
      guard let end = bytes[position...].firstIndex(of: quote) else {
        throw error("a quote is opened and not closed", "a closing quote")
      }
      if position > begin + 1 { field.append(quote) }
      field += bytes[position..<end]
      position = end + 1
    } while current == quote
    nextLine += field.count { $0 == lineFeed }
    guard position == bytes.count || current == comma || isAtLineEnd else {
      throw error("text after a closing quote", "a comma or the end of the line", at: position)
    }
    return try text(field[...], at: begin)
  }

  private func text(_ field: ArraySlice<UInt8>, at begin: Int) throws(InputError) -> String {
    if let text = String(validating: field, as: UTF8.self) { return text }
    throw error("a field is not UTF-8", "UTF-8 text", at: begin)
  }

  /// Returns an error about the most recent record, or about one of its bytes.
  private func error(_ problem: String, _ expected: String, at byte: Int? = nil) -> InputError {
    InputError(
      path: path, line: line, column: byte.map { "\($0 - start + 1)" }, problem: problem, expected: expected)
  }
}

private let quote = UInt8(ascii: "\"")
private let comma = UInt8(ascii: ",")
private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
