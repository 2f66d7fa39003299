/// A strict parser of JSON text (RFC 8259): no comments, no trailing commas, and nothing after the value.
///
/// A key that occurs twice in one object is an error, because one of the two values would be lost.
struct JSONParser {
  /// An error in the text, with its place.
  struct Failure: Error {
    let offset: Int
    let problem: String
    let expected: String
  }

  /// The deepest level of nesting that is accepted, because the parser is recursive and the stack is limited.
  private static let deepestLevel = 128

  private let text: [Unicode.Scalar]
  /// The index of the next character to be read.
  private var position = 0
  private var level = 0

  init(_ text: [Unicode.Scalar]) { self.text = text }

  /// Appends the characters of UTF-8 text, up to the first byte that is malformed.
  static func decode(_ bytes: [UInt8], into text: inout [Unicode.Scalar]) throws(Failure) {
    var rest = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    var count = 0
    while case .valid(let encoded) = parser.parseScalar(from: &rest) {
      text.append(Unicode.UTF8.decode(encoded))
      count += encoded.count
    }
    // A byte-order mark has no place in messages.
    if text.first == "\u{FEFF}" { text.removeFirst() }
    guard count < bytes.count else { return }
    throw Failure(
      offset: text.count, problem: "unexpected byte 0x\(String(bytes[count], radix: 16)), which is no UTF-8",
      expected: "UTF-8 text")
  }

  mutating func document() throws(Failure) -> JSONNode {
    let root = try value()
    skipSpace()
    guard position == text.count else { throw unexpected("the end of the file") }
    return root
  }

  private mutating func value() throws(Failure) -> JSONNode {
    skipSpace()
    let start = position
    let value: JSONNode.Value =
      switch current {
      case "{": .object(try members())
      case "[": .array(try elements())
      case "\"": .string(try string())
      case "t": try word("true", .bool(true))
      case "f": try word("false", .bool(false))
      case "n": try word("null", .null)
      default: .numeral(try numeral())
      }
    return JSONNode(value: value, offset: start)
  }

  private mutating func elements() throws(Failure) -> [JSONNode] {
    try descend()
    var elements: [JSONNode] = []
    if takeAfterSpace("]") { return elements }
    repeat { elements.append(try value()) } while takeAfterSpace(",")
    guard takeAfterSpace("]") else { throw unexpected("\",\" or \"]\"") }
    return elements
  }

  private mutating func members() throws(Failure) -> [(key: JSONNode, value: JSONNode)] {
    try descend()
    var members: [(key: JSONNode, value: JSONNode)] = []
    var keys: Set<[UInt8]> = []
    if takeAfterSpace("}") { return members }
    repeat {
      let key = try key(unlike: &keys)
      guard takeAfterSpace(":") else { throw unexpected("\":\" between a key and its value") }
      members.append((key, try value()))
    } while takeAfterSpace(",")
    guard takeAfterSpace("}") else { throw unexpected("\",\" or \"}\"") }
    return members
  }

  private mutating func key(unlike others: inout Set<[UInt8]>) throws(Failure) -> JSONNode {
    skipSpace()
    let start = position
    guard current == "\"" else { throw unexpected("a key in double quotes") }
    let text = try string()
    guard others.insert(Array(text.utf8)).inserted else {
      throw Failure(offset: start, problem: "the key \(text.quoted) again", expected: "each key once")
    }
    return JSONNode(value: .string(text), offset: start)
  }

  private mutating func word(_ word: String, _ value: JSONNode.Value) throws(Failure) -> JSONNode.Value {
    guard text[position...].starts(with: word.unicodeScalars) else { throw unexpected(Self.anyValue) }
    position += word.unicodeScalars.count
    return value
  }

  /// Enters a nested value, past its opening bracket. `takeAfterSpace` leaves it with the closing bracket.
  private mutating func descend() throws(Failure) {
    guard level < Self.deepestLevel else {
      throw Failure(
        offset: position, problem: "brackets inside each other more than \(Self.deepestLevel) deep",
        expected: "at most \(Self.deepestLevel) levels")
    }
    level += 1
    position += 1
  }

  private mutating func takeAfterSpace(_ mark: Unicode.Scalar) -> Bool {
    skipSpace()
    guard take(mark) else { return false }
    if mark == "]" || mark == "}" { level -= 1 }
    return true
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

  /// The next character, or `nil` at the end.
  private var current: Unicode.Scalar? { position < text.count ? text[position] : nil }

  /// Returns an error about the text at the current position.
  private func unexpected(_ expected: String) -> Failure {
    // Users who write strings in single quotes would not recognize the escaped spelling.
    let found = current.map { $0 == "'" ? "\"'\"" : String($0).quoted } ?? "end of the file"
    return Failure(offset: position, problem: "unexpected \(found)", expected: expected)
  }
}

// MARK: - Numbers

extension JSONParser {
  /// Reads a number without converting it, so that it is written as it was read.
  private mutating func numeral() throws(Failure) -> String {
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

  private mutating func requireDigits() throws(Failure) {
    guard isAtDigit else { throw unexpected("a digit") }
    takeDigits()
  }

  private mutating func takeDigits() { while isAtDigit { position += 1 } }
}

// MARK: - Strings

extension JSONParser {
  /// Reads a string from its opening to its closing quote.
  private mutating func string() throws(Failure) -> String {
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
  private mutating func scalar() throws(Failure) -> Unicode.Scalar? {
    guard let scalar = current else { throw unexpected("a closing quote") }
    if scalar == "\\" { return try escape() }
    guard scalar >= " " else {
      throw unexpected("no control character in a string: \\n, \\t or \\u00.. instead, or a closing quote before it")
    }
    position += 1
    return scalar == "\"" ? nil : scalar
  }

  private mutating func escape() throws(Failure) -> Unicode.Scalar {
    let start = position
    position += 1
    guard let mark = current else { throw unexpected("an escaped character and a closing quote") }
    if mark == "u" { return try escapedScalar(from: start) }
    guard let scalar = Self.escapes[mark] else { throw unexpected("one of \" \\ / b f n r t u behind a backslash") }
    position += 1
    return scalar
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t",
  ]

  /// Reads `\u` and four digits, or two such escapes for a scalar beyond U+FFFF.
  private mutating func escapedScalar(from start: Int) throws(Failure) -> Unicode.Scalar {
    let first = try unit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xdc00, take("\\"), current == "u" else { throw loneSurrogate(start) }
    let second = try unit()
    guard (0xdc00..<0xe000).contains(second) else { throw loneSurrogate(start) }
    // The pair adds 20 bits to 0x10000, which always is a scalar.
    return Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))!
  }

  /// Reads the four digits after the `u` at the current position.
  private mutating func unit() throws(Failure) -> UInt32 {
    position += 1
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let scalar = current, scalar.isASCII, let digit = Character(scalar).hexDigitValue else {
        throw unexpected("four hexadecimal digits behind \\u")
      }
      unit = unit << 4 + UInt32(digit)
      position += 1
    }
    return unit
  }

  private func loneSurrogate(_ start: Int) -> Failure {
    Failure(
      offset: start, problem: "half of a surrogate pair",
      expected: "\\ud800 to \\udbff, and \\udc00 to \\udfff at once behind it")
  }
}
