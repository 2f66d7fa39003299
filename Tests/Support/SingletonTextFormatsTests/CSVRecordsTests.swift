import TestSupport
import Testing

@testable import SingletonTextFormats

@Suite struct `Reading CSV` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns all records of a file with this text.
  private func records(_ text: String) throws -> [[String]] {
    try folder.write(text, to: "file.csv")
    var records = try self.records(of: "file.csv")
    var all: [[String]] = []
    while let fields = try records.next() { all.append(fields) }
    return all
  }

  private func records(of name: String) throws(InputError) -> CSVRecords {
    try CSVRecords(InputError.opened(folder(name)), path: name)
  }

  private func failure(_ text: String) throws -> InputError {
    try #require(throws: InputError.self) { _ = try records(text) }
  }

  @Test(arguments: [
    "a,b\nc,d\n", "a,b\r\nc,d\r\n", "a,b\nc,d", "\u{FEFF}a,b\nc,d\n", "\"a\",b\nc,\"d\"\n", "a,b\n\n\nc,d\n\n",
    "\u{FEFF}\"a\",\"b\"\r\n\"c\",\"d\"",
  ]) func `different spellings of the same records are read as the same`(text: String) throws {
    #expect(try records(text) == [["a", "b"], ["c", "d"]])
  }

  @Test(arguments: [
    ("\"a,b\"", "a,b"), ("\"say \"\"x\"\"\"", "say \"x\""), ("\"two\nlines\"", "two\nlines"), ("\"\"", ""),
    ("\"\"\"\"", "\""), ("\"\"\"\"\"\"", "\"\""), ("\"\"\",\"\"\"", "\",\""), ("\"cr\r\nlf\"", "cr\r\nlf"),
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

  @Test func `long records are read whole`() throws {
    let long = String(repeating: "long ", count: 30_000)
    let rows = (0..<4).map { ["\($0)", "\(long)\\n\"\($0)\""] }
    let text = rows.map { CSV.line($0.map(FieldValue.text)) }.joined()
    #expect(try records(text) == rows)
  }

  @Test(arguments: [
    ("a,b\nc\"d\",e\n", 2, "2", "a quote in a field that does not begin with one"),
    ("a,b\n\"c\"d,e\n", 2, "4", "text after a closing quote"),
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

  @Test(
    arguments: [
      ([0x61, 0x2c, 0xff], "3"), ([0x22, 0xc3, 0x22], "1"), ([0x61, 0x2c, 0xed, 0xa0, 0x80, 0x2c, 0x62], "3"),
    ] as [([UInt8], String)]) func `a field that is not UTF-8 is reported with its column`(
      bytes: [UInt8], column: String
    ) throws
  {
    try folder.write(bytes, to: "file.csv")
    var records = try self.records(of: "file.csv")
    let error = #expect(throws: InputError.self) { try records.next() }
    #expect(error?.problem == "a field is not UTF-8" && error?.column == column)
  }

  @Test func `a carriage return is a part of a field, unless the line ends with it`() throws {
    #expect(try records("a,b\r\nc\rd,\"e\r\"\r") == [["a", "b"], ["c\rd", "e\r"]])
  }

  @Test func `lines that end with a carriage return alone are named`() throws {
    #expect(try failure("a,b\rc,d\r").problem == "lines that end with a carriage return alone")
  }

  @Test func `lines are counted inside quotes too`() throws {
    try folder.write("a\n\"x\ny\"\nlast\n", to: "file.csv")
    var records = try self.records(of: "file.csv")
    var lines: [Int] = []
    while try records.next() != nil { lines.append(records.line) }
    #expect(lines == [1, 2, 4])
  }

  @Test func `a file that cannot be read is an error`() {
    #expect(throws: InputError.self) { try records(of: "missing.csv") }
    #expect(throws: InputError.self) { try records(of: "") }
    #expect(throws: InputError.self) { try CSVRecords(InputError.opened("/dev/zero"), path: "f.csv") }
  }
}
