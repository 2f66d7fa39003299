/// A strict parser of JSON text (RFC 8259): no comments, no trailing commas, and nothing after the value.
///
/// A key that occurs twice in one object is an error, because one of the two values would be lost.
package struct JSONParser {
  /// An error in the text, with its place.
  package struct Failure: Error {
    let offset: Int
    let problem: String
    let expected: String
  }

  /// The deepest level of nesting that is accepted, because the parser is recursive and the stack is limited.
  package static let deepestLevel = 128

  package let bytes: [UInt8]
  /// The index of the next byte to be read.
  package var position: Int
  private var level = 0

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = Self.lengthOfMark(bytes)
  }

  /// Returns the length of the text's byte-order mark: 3, or 0 if it has none.
  package static func lengthOfMark(_ bytes: [UInt8]) -> Int { bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0 }

  package mutating func document() throws(Failure) -> JSONNode {
    let root = try value()
    skipSpace()
    guard position == bytes.count else { throw unexpected("the end of the file") }
    return root
  }

  private mutating func value() throws(Failure) -> JSONNode {
    skipSpace()
    let start = position
    let value: JSONNode.Value =
      switch current {
      case UInt8(ascii: "{"): .object(try members())
      case UInt8(ascii: "["): .array(try elements())
      case UInt8(ascii: "\""): .string(try string())
      case UInt8(ascii: "t"): try word("true", .bool(true))
      case UInt8(ascii: "f"): try word("false", .bool(false))
      case UInt8(ascii: "n"): try word("null", .null)
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
    guard current == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes") }
    let text = try string()
    guard others.insert(Array(text.utf8)).inserted else {
      throw Failure(offset: start, problem: "the key \(text.quoted) again", expected: "each key once")
    }
    return JSONNode(value: .string(text), offset: start)
  }

  private mutating func word(_ text: String, _ value: JSONNode.Value) throws(Failure) -> JSONNode.Value {
    guard bytes[position...].starts(with: text.utf8) else { throw unexpected(Self.anyValue) }
    position += text.utf8.count
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
    guard current == UInt8(ascii: mark) else { return false }
    position += 1
    if mark == "]" || mark == "}" { level -= 1 }
    return true
  }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d { position += 1 }
  }
}

extension JSONParser {
  package static let anyValue = "a value: a string in double quotes, a number, true, false, null, [ or {"

  /// The next byte, or `nil` at the end.
  package var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Returns an error about the text at the current position.
  package func unexpected(_ expected: String) -> Failure {
    Failure(offset: position, problem: "unexpected \(whatIsHere)", expected: expected)
  }

  private var whatIsHere: String {
    guard let byte = current else { return "end of the file" }
    var iterator = bytes[position...].makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    guard case .valid(let encoded) = parser.parseScalar(from: &iterator) else {
      return "byte 0x\(String(byte, radix: 16)), which is no UTF-8"
    }
    let scalar = Unicode.UTF8.decode(encoded)
    // Users who write strings in single quotes would not recognize the escaped spelling.
    return scalar == "'" ? "\"'\"" : String(scalar).quoted
  }
}
