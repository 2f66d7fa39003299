import TestSupport
import Testing

@testable import SingletonTextFormats

@Suite struct `Reading CSV` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns all records of a file with this text.
  private func records(_ text: String) throws -> [[String]] {
    try folder.write(text, to: "file.csv")
    let records = try CSVRecords(path: folder("file.csv"))
    var all: [[String]] = []
    while try records.next() { all.append(records.fields.map { String(decoding: $0, as: UTF8.self) }) }
    return all
  }

  private func failure(_ text: String) throws -> InputError {
    try #require(throws: InputError.self) { _ = try records(text) }
  }

  @Test(arguments: [
    "a,b\nc,d\n", "a,b\r\nc,d\r\n", "a,b\nc,d", "\u{FEFF}a,b\nc,d\n", "\"a\",b\nc,\"d\"\n", "a,b\n\n\nc,d\n\n",
    "\u{FEFF}\"a\",\"b\"\r\n\"c\",\"d\"",
  ]) func `different spellings of the same records read alike`(text: String) throws {
    #expect(try records(text) == [["a", "b"], ["c", "d"]])
  }

  @Test(arguments: [
    ("\"a,b\"", "a,b"), ("\"say \"\"x\"\"\"", "say \"x\""), ("\"two\nlines\"", "two\nlines"), ("\"\"", ""),
    ("\"\"\"\"", "\""), ("\"cr\r\nlf\"", "cr\r\nlf"),
  ]) func `a quoted field is the text between its quotes`(field: String, value: String) throws {
    #expect(try records("x,\(field),y\n") == [["x", value, "y"]])
  }

  @Test func `empty fields are fields`() throws {
    #expect(try records(",,\n\"\",,\n") == [["", "", ""], ["", "", ""]])
  }

  @Test func `an empty file has no record`() throws {
    #expect(try records("").isEmpty)
    #expect(try records("\u{FEFF}").isEmpty)
  }

  @Test func `records larger than the buffer are read whole`() throws {
    let long = String(repeating: "long ", count: 300_000)
    let rows = (0..<4).map { ["\($0)", "\(long)\\n\"\($0)\""] }
    let text = rows.map { CSV.line($0.map(FieldValue.text)) }.joined()
    #expect(try records(text) == rows)
  }

  @Test(arguments: [
    ("a,b\nc\"d\",e\n", 2, "2", "a quote in a field that does not begin with one"),
    ("a,b\n\"c\"d,e\n", 2, "4", "text behind a closing quote"),
  ]) func `a misplaced quote is reported with its line and column`(
    text: String, line: Int, column: String, problem: String
  ) throws {
    let error = try failure(text)
    #expect(error.line == line)
    #expect(error.problem == problem)
    #expect(error.column == column)
  }

  @Test func `a quote that is not closed is reported with the line on which it opens`() throws {
    let error = try failure("a,b\nc,\"d\ne\nf\n")
    #expect(error.line == 2)
    #expect(error.problem == "a quote is opened and not closed")
  }

  @Test func `a file without lines is no quote that is not closed`() throws {
    let error = try failure(String(repeating: "a", count: (1 << 24) + 1))
    #expect(error.problem == "a line of more than 16,777,216 bytes")
  }

  @Test func `lines that end with a carriage return alone are named`() throws {
    #expect(try failure("a,b\rc,d\r").problem == "lines that end with a carriage return alone")
  }

  @Test func `lines are counted inside quotes too`() throws {
    try folder.write("a\n\"x\ny\"\nlast\n", to: "file.csv")
    let records = try CSVRecords(path: folder("file.csv"))
    var lines: [Int] = []
    while try records.next() { lines.append(records.line) }
    #expect(lines == [1, 2, 4])
  }

  @Test func `a file that cannot be read is an error`() {
    #expect(throws: InputError.self) { try CSVRecords(path: folder("missing.csv")) }
    #expect(throws: InputError.self) { try CSVRecords(path: folder.path) }
  }
}
