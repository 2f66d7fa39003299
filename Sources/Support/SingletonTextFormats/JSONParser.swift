/// A strict parser of JSON text (RFC 8259): no comments, no trailing commas, and nothing after the value.
///
/// A key that occurs twice in one object is an error, because one of the two values would be lost.
struct JSONParser {
  /// The maximum depth of nesting. The parser is recursive, and the stack is limited.
  private static let deepestLevel = 128

  /// The name of the text in messages.
  private let path: String
  private var text: [Unicode.Scalar] = []
  /// The index of the next character to be read.
  private var position = 0
  private var level = 0

  /// - Parameter bytes: UTF-8 text.
  init(_ bytes: [UInt8], path: String) throws(InputError) {
    self.path = path
    var rest = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    var count = 0
    while case .valid(let encoded) = parser.parseScalar(from: &rest) {
      text.append(Unicode.UTF8.decode(encoded))
      count += encoded.count
    }
    // A byte-order mark does not count in positions.
    if text.first == "\u{FEFF}" { text.removeFirst() }
    guard count < bytes.count else { return }
    let byte = "0x\(String(bytes[count], radix: 16))"
    throw error(at: text.count, "unexpected byte \(byte), which is not UTF-8", expected: "UTF-8 text")
  }

  func error(at offset: Int, _ problem: String, expected: String) -> InputError {
    let place = place(of: offset)
    return InputError(path: path, line: place.line, column: "\(place.column)", problem: problem, expected: expected)
  }

  /// Returns the line and the column of an offset, both from 1.
  func place(of offset: Int) -> (line: Int, column: Int) {
    let before = text[..<offset]
    let start = before.lastIndex(of: "\n").map { $0 + 1 } ?? 0
    return (1 + before.count { $0 == "\n" }, 1 + offset - start)
  }

  mutating func document() throws(InputError) -> JSONNode {
    let root = try value()
    skipSpace()
    guard position == text.count else { throw unexpected("the end of the file") }
    return root
  }

  private mutating func value() throws(InputError) -> JSONNode {
    skipSpace()
    let start = position
    let value: JSONNode.Value =
      switch current {
      case "{": .object(try members())
      case "[": .array(try list(until: "]") { (parser) throws(InputError) in try parser.value() })
      case "\"": .string(try string())
      case "t": try word("true", .bool(true))
      case "f": try word("false", .bool(false))
      case "n": try word("null", .null)
      default: .numeral(try numeral())
      }
    return JSONNode(value: value, offset: start)
  }

  /// Reads a list in brackets, from its opening to its closing one.
  private mutating func list<Item>(
    until end: Unicode.Scalar, of item: (inout JSONParser) throws(InputError) -> Item
  ) throws(InputError) -> [Item] {
    guard level < Self.deepestLevel else {
      throw error(
        at: position, "brackets nested more than \(Self.deepestLevel) deep",
        expected: "at most \(Self.deepestLevel) levels")
    }
    level += 1
    position += 1
    var items: [Item] = []
    if !takeAfterSpace(end) {
      repeat { items.append(try item(&self)) } while takeAfterSpace(",")
      guard takeAfterSpace(end) else { throw unexpected("\",\" or \"\(end)\"") }
    }
    level -= 1
    return items
  }

  private mutating func members() throws(InputError) -> [(key: JSONNode, value: JSONNode)] {
    var keys: Set<[UInt8]> = []
    return try list(until: "}") { (parser) throws(InputError) in
      let key = try parser.key(unlike: &keys)
      guard parser.takeAfterSpace(":") else { throw parser.unexpected("\":\" between a key and its value") }
      return (key, try parser.value())
    }
  }

  private mutating func key(unlike keys: inout Set<[UInt8]>) throws(InputError) -> JSONNode {
    skipSpace()
    let start = position
    guard current == "\"" else { throw unexpected("a key in double quotes") }
    let text = try string()
    guard keys.insert(Array(text.utf8)).inserted else {
      throw error(at: start, "the key \(text.quoted) again", expected: "each key once")
    }
    return JSONNode(value: .string(text), offset: start)
  }

  private mutating func word(_ word: String, _ value: JSONNode.Value) throws(InputError) -> JSONNode.Value {
    guard text[position...].starts(with: word.unicodeScalars) else { throw unexpected(Self.anyValue) }
    position += word.unicodeScalars.count
    return value
  }

  private mutating func takeAfterSpace(_ mark: Unicode.Scalar) -> Bool {
    skipSpace()
    return take(mark)
  }

  @discardableResult
  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard current == mark else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let scalar = current, scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r" { position += 1 }
  }

  private static let anyValue = "a value: a string in double quotes, a number, true, false, null, [ or {"

  private var current: Unicode.Scalar? { position < text.count ? text[position] : nil }

  private func unexpected(_ expected: String) -> InputError {
    // Users who write strings in single quotes would not recognize the quote in its escaped spelling.
    let found = current.map { $0 == "'" ? "\"'\"" : String($0).quoted } ?? "end of the file"
    return error(at: position, "unexpected \(found)", expected: expected)
  }
}

// MARK: - Numbers

extension JSONParser {
  /// Reads a number without converting it, so that it can be written as it was read.
  private mutating func numeral() throws(InputError) -> String {
    let start = position
    take("-")
    guard isAtDigit else { throw unexpected(position == start ? Self.anyValue : "a digit") }
    if !take("0") { takeDigits() }
    if take(".") { try requireDigits() }
    if take("e") || take("E") {
      if !take("+") { take("-") }
      try requireDigits()
    }
    return String(String.UnicodeScalarView(text[start..<position]))
  }

  private var isAtDigit: Bool { current.map { ("0"..."9").contains($0) } ?? false }

  private mutating func requireDigits() throws(InputError) {
    guard isAtDigit else { throw unexpected("a digit") }
    takeDigits()
  }

  private mutating func takeDigits() { while isAtDigit { position += 1 } }
}

// MARK: - Strings

extension JSONParser {
  /// Reads a string from its opening to its closing quote.
  private mutating func string() throws(InputError) -> String {
    var string = String.UnicodeScalarView()
    position += 1
    while let scalar = try scalar() { string.append(scalar) }
    return String(string)
  }

  /// Returns the offset of the scalar that follows the first `count` scalars of a string's value.
  func offset(inStringAt start: Int, behind count: Int) -> Int {
    var parser = self
    parser.position = start + 1
    for _ in 0..<max(count, 0) { _ = try? parser.scalar() }
    return parser.position
  }

  /// Reads the next scalar of a string's value, or returns `nil` after the closing quote.
  private mutating func scalar() throws(InputError) -> Unicode.Scalar? {
    guard let scalar = current else { throw unexpected("a closing quote") }
    if scalar == "\\" { return try escape() }
    guard scalar >= " " else {
      throw unexpected("no control character in a string: \\n, \\t or \\u00.. instead, or a closing quote before it")
    }
    position += 1
    return scalar == "\"" ? nil : scalar
  }

  private mutating func escape() throws(InputError) -> Unicode.Scalar {
    let start = position
    position += 1
    guard let mark = current else { throw unexpected("an escaped character and a closing quote") }
    if mark == "u" { return try escapedScalar(from: start) }
    guard let scalar = Self.escapes[mark] else { throw unexpected("one of \" \\ / b f n r t u after a backslash") }
    position += 1
    return scalar
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t",
  ]

  /// Reads `\u` and four digits, or two such escapes that form a scalar beyond U+FFFF.
  private mutating func escapedScalar(from start: Int) throws(InputError) -> Unicode.Scalar {
    let first = try unit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xdc00, take("\\"), current == "u" else { throw loneSurrogate(start) }
    let second = try unit()
    guard (0xdc00..<0xe000).contains(second) else { throw loneSurrogate(start) }
    // The pair adds 20 bits to 0x10000, which always results in a valid scalar.
    return Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))!
  }

  /// Reads the four digits after the `u` at the current position.
  private mutating func unit() throws(InputError) -> UInt32 {
    position += 1
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let scalar = current, scalar.isASCII, let digit = Character(scalar).hexDigitValue else {
        throw unexpected("four hexadecimal digits after \\u")
      }
      unit = unit << 4 + UInt32(digit)
      position += 1
    }
    return unit
  }

  private func loneSurrogate(_ start: Int) -> InputError {
    error(at: start, "half of a surrogate pair", expected: "\\ud800 to \\udbff, and \\udc00 to \\udfff right after it")
  }
}
