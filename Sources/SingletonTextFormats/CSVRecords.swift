package import SingletonPlatform

/// A reader of the records of a CSV file (RFC 4180), whose memory depends only on the longest record.
///
/// It also accepts a byte-order mark, `\r\n` and `\n`, and a last line without an end, and it skips empty lines.
package final class CSVRecords {
  private let path: String
  private let file: InputFile
  /// The memory whose unread bytes are at `start..<end`.
  private var buffer: UnsafeMutableRawBufferPointer
  private var start = 0
  private var end = 0
  private var isAtEndOfFile = false
  private var nextLine = 1
  /// The line on which the current record begins, from 1.
  package private(set) var line = 0
  /// The fields of the current record, unquoted and valid until the next record is read.
  package private(set) var fields: [UnsafeRawBufferPointer] = []

  /// The size in bytes at which a record is assumed to have an unclosed quote.
  private static let longestRecord = 1 << 24
  private static let firstCapacity = 1 << 20

  package convenience init(path: String) throws(InputError) {
    try self.init(InputError.opened(path), path: path)
  }

  /// - Parameter path: The name of the file in messages.
  package init(_ file: InputFile, path: String) throws(InputError) {
    self.path = path
    self.file = file
    buffer = .allocate(byteCount: Self.firstCapacity, alignment: 1)
    try readMore()
    if end >= 3, buffer[0] == 0xef, buffer[1] == 0xbb, buffer[2] == 0xbf { start = 3 }
  }

  deinit { buffer.deallocate() }

  /// Reads the next record.
  ///
  /// - Returns: `false` at the end of the file.
  package func next() throws(InputError) -> Bool {
    while true {
      line = nextLine
      guard let length = try completeRecord() else { return false }
      let record = UnsafeMutableRawBufferPointer(rebasing: buffer[start..<start + length.withEnd])
      start += length.withEnd
      nextLine += length.lineEnds
      guard length.content > 0 else { continue }
      let content = UnsafeMutableRawBufferPointer(rebasing: record[..<length.content])
      if line == 1 && !length.hasQuotes && content.contains(carriageReturn) {
        throw InputError(
          path: path, line: line, problem: "lines that end with a carriage return alone",
          expected: "lines that end with a line feed, or with both")
      }
      if length.hasQuotes { try split(quoted: content) } else { split(plain: UnsafeRawBufferPointer(content)) }
      return true
    }
  }
}

// MARK: - Finding the end of a record

extension CSVRecords {
  private struct Length {
    /// The number of bytes without the line end.
    var content: Int
    var withEnd: Int
    var lineEnds: Int
    var hasQuotes: Bool
  }

  /// Returns the length of the record at `start`, which is then complete in the buffer, or `nil` at the end of the
  /// file.
  private func completeRecord() throws(InputError) -> Length? {
    while true {
      if let length = recordLength() { return length }
      if isAtEndOfFile {
        guard start < end else { return nil }
        return try lastRecord()
      }
      try readMore()
    }
  }

  /// Returns the length of the record at `start`, or `nil` if the buffer ends before the record does.
  private func recordLength() -> Length? {
    let rest = buffer.baseAddress! + start
    guard let lineEnd = memchr(rest, Int32(lineFeed), end - start) else { return nil }
    let length = UnsafeRawPointer(lineEnd) - UnsafeRawPointer(rest)
    guard memchr(rest, Int32(quote), length) == nil else { return quotedRecordLength() }
    let hasReturn = length > 0 && buffer[start + length - 1] == carriageReturn
    return Length(content: length - (hasReturn ? 1 : 0), withEnd: length + 1, lineEnds: 1, hasQuotes: false)
  }

  private func quotedRecordLength() -> Length? {
    var (isQuoted, lineEnds) = (false, 0)
    var position = start
    while position < end {
      switch buffer[position] {
      case quote:
        isQuoted.toggle()
      case lineFeed:
        lineEnds += 1
        if !isQuoted {
          let hasReturn = position > start && buffer[position - 1] == carriageReturn
          return Length(
            content: position - start - (hasReturn ? 1 : 0), withEnd: position + 1 - start, lineEnds: lineEnds,
            hasQuotes: true)
        }
      default: break
      }
      position += 1
    }
    return nil
  }

  /// Returns the length of the text after the last line end.
  private func lastRecord() throws(InputError) -> Length {
    let rest = buffer[start..<end]
    let quotes = rest.count { $0 == quote }
    guard quotes.isMultiple(of: 2) else { throw unclosedQuote }
    let hasReturn = rest.last == carriageReturn
    return Length(
      content: rest.count - (hasReturn ? 1 : 0), withEnd: rest.count, lineEnds: rest.count { $0 == lineFeed },
      hasQuotes: quotes > 0)
  }

  private func readMore() throws(InputError) {
    if start > 0 {
      buffer.baseAddress!.copyMemory(from: buffer.baseAddress! + start, byteCount: end - start)
      (start, end) = (0, end - start)
    }
    if end == buffer.count { try grow() }
    do {
      let count = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
      end += count
      isAtEndOfFile = count == 0
    } catch {
      throw .unreadable(path, error)
    }
  }

  private func grow() throws(InputError) {
    guard buffer.count < Self.longestRecord else {
      let hasOpenQuote = !buffer[start..<end].count { $0 == quote }.isMultiple(of: 2)
      throw hasOpenQuote ? unclosedQuote : lineWithoutEnd
    }
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * buffer.count, alignment: 1)
    larger.copyMemory(from: UnsafeRawBufferPointer(buffer))
    buffer.deallocate()
    buffer = larger
  }

  private var unclosedQuote: InputError {
    InputError(path: path, line: line, problem: "a quote is opened and not closed", expected: "a closing quote")
  }

  private var lineWithoutEnd: InputError {
    InputError(
      path: path, line: line, problem: "a line of more than \(HumanFormat.grouped(Self.longestRecord)) bytes",
      expected: "a CSV file, whose lines end sooner")
  }
}

// MARK: - Splitting a record

extension CSVRecords {
  private func split(plain record: UnsafeRawBufferPointer) {
    // A local array, because each access to an object's property has an exclusivity check.
    var found: [UnsafeRawBufferPointer] = []
    swap(&found, &fields)
    found.removeAll(keepingCapacity: true)
    var begin = 0
    for position in 0..<record.count where record[position] == comma {
      found.append(UnsafeRawBufferPointer(rebasing: record[begin..<position]))
      begin = position + 1
    }
    found.append(UnsafeRawBufferPointer(rebasing: record[begin...]))
    swap(&found, &fields)
  }

  private func split(quoted record: UnsafeMutableRawBufferPointer) throws(InputError) {
    fields.removeAll(keepingCapacity: true)
    var position = 0
    while true {
      let isQuoted = position < record.count && record[position] == quote
      fields.append(try isQuoted ? quotedField(record, &position) : plainField(record, &position))
      guard position < record.count else { return }
      position += 1
    }
  }

  /// Returns the field at `position`, and moves `position` to the following comma or to the end of the record.
  private func plainField(
    _ record: UnsafeMutableRawBufferPointer, _ position: inout Int
  ) throws(InputError) -> UnsafeRawBufferPointer {
    let begin = position
    while position < record.count, record[position] != comma {
      if record[position] == quote {
        throw misplacedQuote(position, "a quote in a field that does not begin with one", "the whole field in quotes")
      }
      position += 1
    }
    return UnsafeRawBufferPointer(UnsafeMutableRawBufferPointer(rebasing: record[begin..<position]))
  }

  /// Returns the quoted field at `position`, with each doubled quote replaced in place, which only shortens the field.
  private func quotedField(
    _ record: UnsafeMutableRawBufferPointer, _ position: inout Int
  ) throws(InputError) -> UnsafeRawBufferPointer {
    position += 1
    let begin = position
    var length = 0
    while position < record.count {
      if record[position] == quote {
        let isDoubled = position + 1 < record.count && record[position + 1] == quote
        guard isDoubled else { break }
        position += 1
      }
      record[begin + length] = record[position]
      length += 1
      position += 1
    }
    position += 1
    if position < record.count, record[position] != comma {
      throw misplacedQuote(position, "text behind a closing quote", "a comma or the end of the line")
    }
    return UnsafeRawBufferPointer(UnsafeMutableRawBufferPointer(rebasing: record[begin..<begin + length]))
  }

  private func misplacedQuote(_ position: Int, _ problem: String, _ expected: String) -> InputError {
    InputError(path: path, line: line, column: "\(position + 1)", problem: problem, expected: expected)
  }
}

private let quote = UInt8(ascii: "\"")
private let comma = UInt8(ascii: ",")
private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
