import Foundation
import SingletonStatistics
import Testing

@testable import SingletonTextFormats

/// JSON as RFC 8259 defines it.
@Suite struct `Reading JSON` {
  private func read(_ text: String) throws -> JSONNode { try read(Array(text.utf8)) }

  private func read(_ bytes: [UInt8]) throws -> JSONNode { try JSONDocument(path: "f.json", bytes: bytes).root }

  private func failure(_ bytes: [UInt8]) throws -> InputError {
    try #require(throws: InputError.self) { try read(bytes) }
  }

  @Test(arguments: [
    "null", "true", "false", "0", "-0", "-12.50e+3", "1E9", "\"\"", "[]", "{}", " [ 1 , [ ] ] ", "\u{FEFF}[1]",
    "{\"a\": {\"b\": [null]}}", "\"\u{7F}😀\u{2028}\"", "\t\r\n1", "123456789012345678901234567890",
  ]) func `valid JSON is read as Foundation reads it`(text: String) throws {
    let written = JSON(try read(text)).text
    let plain = text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text
    #expect(try parsed(Array(written.utf8)) as? NSObject == parsed(Array(plain.utf8)) as? NSObject)
  }

  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u20AC""#, "Aé€"), (#""\uD83D\uDE00""#, "😀"),
    (#""\u0000""#, "\0"), ("\"é😀\"", "é😀"),
  ]) func `escapes are read as the characters they stand for`(text: String, value: String) throws {
    #expect(try read(text).text == value)
  }

  private static let mistakes: [(text: String, line: Int, column: Int, problem: String, expected: String)] = [
    ("", 1, 1, "unexpected end of the file", "a value"), (" \n ", 2, 2, "unexpected end of the file", "a value"),
    ("\u{FEFF}", 1, 1, "unexpected end of the file", "a value"), ("[1] x", 1, 5, "unexpected \"x\"", "the end"),
    ("[1,]", 1, 4, "unexpected \"]\"", "a value"), ("[1 2]", 1, 4, "unexpected \"2\"", "\",\" or \"]\""),
    ("[1", 1, 3, "unexpected end", "\",\" or \"]\""), ("{\"a\" 1}", 1, 6, "unexpected \"1\"", "\":\""),
    ("{a: 1}", 1, 2, "unexpected \"a\"", "a key"), ("{\"a\": 1,}", 1, 9, "unexpected \"}\"", "a key"),
    ("{\"a\": 1]", 1, 8, "unexpected \"]\"", "\",\" or \"}\""), ("[1}", 1, 3, "unexpected \"}\"", "\",\" or \"]\""),
    ("nul", 1, 1, "unexpected \"n\"", "a value"), ("True", 1, 1, "unexpected \"T\"", "a value"),
    ("truex", 1, 5, "unexpected \"x\"", "the end"), ("NaN", 1, 1, "unexpected \"N\"", "a value"),
    ("-", 1, 2, "unexpected end", "a digit"), ("01", 1, 2, "unexpected \"1\"", "the end"),
    ("1.", 1, 3, "unexpected end", "a digit"), (".5", 1, 1, "unexpected \".\"", "a value"),
    ("+1", 1, 1, "unexpected \"+\"", "a value"), ("1e", 1, 3, "unexpected end", "a digit"),
    ("0x1", 1, 2, "unexpected \"x\"", "the end"), ("'a'", 1, 1, "unexpected \"'\"", "a value"),
    ("\"a", 1, 3, "unexpected end", "a closing quote"), ("[\"é\n\"]", 1, 4, "unexpected \"\\n\"", "no control"),
    (#""\x""#, 1, 3, "unexpected \"x\"", "one of"), (#""\"#, 1, 3, "unexpected end", "an escaped"),
    (#""\u12g4""#, 1, 6, "unexpected \"g\"", "four hexadecimal"), (#""\u12"#, 1, 6, "unexpected end", "four hexadec"),
    (#""a\uD800""#, 1, 3, "half of a surrogate pair", "\\ud800"), (#""\uDC00""#, 1, 2, "half of a", "\\ud800"),
    (#""\uD800\u0041""#, 1, 2, "half of a surrogate pair", "\\ud800"),
    ("{\"a\": 1,\n \"a\": 2}", 2, 2, "the key \"a\" again", "each key once"),
    (#"{"a": 1, "\u0061": 2}"#, 1, 10, "the key \"a\" again", "each key once"),
    ("// no\n1", 1, 1, "unexpected \"/\"", "a value"), ("[1,\u{A0}2]", 1, 4, "unexpected", "a value"),
  ]

  @Test(arguments: mistakes.indices) func `a syntax error is reported with its line, its column and what was expected`(
    index: Int
  ) throws {
    let mistake = Self.mistakes[index]
    let error = try failure(Array(mistake.text.utf8))
    #expect(error.path == "f.json" && error.line == mistake.line && error.column == "\(mistake.column)", "\(error)")
    #expect(error.problem.hasPrefix(mistake.problem) && error.expected.hasPrefix(mistake.expected), "\(error)")
  }

  @Test(
    arguments: [
      [0xff], [0x22, 0xff, 0x22], [0x22, 0xc0, 0x80, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22], [0x22, 0xe2, 0x82],
      [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22], [0xfe, 0xff, 0x00, 0x31],
    ] as [[UInt8]]) func `malformed UTF-8 is an error`(bytes: [UInt8]) throws
  {
    #expect(try failure(bytes).problem.hasSuffix(", which is not UTF-8"))
  }

  @Test func `brackets may be nested 128 deep, and no depth crashes the reader`() throws {
    func nested(_ depth: Int, _ opening: String = "[", _ closing: String = "]") -> String {
      String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)
    }
    _ = try read(nested(128))
    _ = try read("[" + Array(repeating: nested(127), count: 200).joined(separator: ",") + "]")
    #expect(try failure(Array(nested(129).utf8)).column == "129")
    #expect(try failure(Array(nested(100_000).utf8)).expected == "at most 128 levels")
    #expect(try failure(Array(nested(100_000, "{\"a\":", "}").utf8)).problem.hasPrefix("brackets nested"))
  }

  @Test func `a position inside a string is found after escapes`() throws {
    let document = try JSONDocument(path: "f.json", bytes: Array("[\n \"é\\u0041\\uD83D\\uDE00b\"]".utf8))
    let elements = try #require(document.root.elements)
    let columns = (0...4).map { document.error(inside: elements[0], behind: $0, "", expected: "").column }
    #expect(columns == ["3", "4", "10", "22", "23"])
    #expect(document.line(of: elements[0]) == 2)
  }

  @Test func `a file that cannot be read, or has no end, is an error`() throws {
    #expect(throws: InputError.self) { try JSONDocument(path: "/nowhere/f.json") }
    #expect(throws: InputError.self) { try JSONDocument(path: "/") }
    #expect(throws: InputError.self) { try JSONDocument(path: "/dev/zero") }
  }

  /// Foundation accepts everything that the reader accepts: it is more lenient, except for numbers beyond the range of
  /// floating point.
  @Test(arguments: 0..<4)
  func `no damaged file crashes the reader, and none that Foundation refuses is accepted`(
    part: Int
  ) throws {
    var random = SplitMix64(seed: UInt64(part))
    var (taken, refused) = (0, 0)
    for _ in 0..<5_000 {
      let bytes = Self.damaged(using: &random)
      if (try? read(bytes)) != nil {
        taken += 1
        #expect(throws: Never.self, "\(String(decoding: bytes, as: UTF8.self))") { try parsed(bytes) }
      } else {
        let error = try failure(bytes)
        refused += 1
        #expect((error.line ?? 0) > 0 && !error.expected.isEmpty)
      }
    }
    #expect(taken > 200 && refused > 2_000, "\(taken) \(refused)")
  }

  private static let healthy = Array(
    #"{"a é😀": [1, -2.5, 30, {"b\n\u00e9\uD83D\uDE00": null}], "c": [true, false, "", []], "d": {"e": {}}}"#.utf8)

  private static func damaged(using random: inout SplitMix64) -> [UInt8] {
    var bytes = healthy
    for _ in 0..<1 + Int.random(in: 0..<2, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let marks = Array("{}[]\",:\\u0 \n-.truenl9\u{FF}".utf8)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(marks[Int.random(in: 0..<marks.count, using: &random)], at: place)
      case 3: bytes[place] = marks[Int.random(in: 0..<marks.count, using: &random)]
      case 4: bytes.insert(contentsOf: bytes[place...].prefix(Int.random(in: 0..<8, using: &random)), at: place)
      default: if place > 0 { bytes.swapAt(place, place - 1) }
      }
    }
    return bytes
  }

  private func parsed(_ bytes: [UInt8]) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
  }
}

extension JSON {
  /// Creates a value to write from one that was read.
  fileprivate init(_ node: JSONNode) {
    self =
      switch node.value {
      case .null: .null
      case .bool(let flag): .bool(flag)
      case .numeral(let numeral): .numeral(numeral)
      case .string(let text): .string(text)
      case .array(let elements): .array(elements.map(JSON.init))
      case .object(let members):
        .object(
          members.map { member in
            guard case .string(let key) = member.key.value else { return (key: "", value: .null) }
            return (key: key, value: JSON(member.value))
          })
      }
  }
}
