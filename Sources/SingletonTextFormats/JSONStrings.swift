/// The parsing of strings: UTF-8, escapes, and surrogates.
extension JSONParser {
  /// Reads a string from its opening to its closing quote.
  package mutating func string() throws(Failure) -> String {
    var text = String.UnicodeScalarView()
    position += 1
    while let scalar = try scalar() { text.append(scalar) }
    return String(text)
  }

  /// Returns the offset of the scalar that follows the first `count` scalars of a string's value.
  package func offset(inStringAt start: Int, behind count: Int) -> Int {
    var parser = self
    parser.position = start + 1
    for _ in 0..<max(count, 0) { _ = try? parser.scalar() }
    return parser.position
  }

  /// Reads the next scalar of a string's value, or returns `nil` after the closing quote.
  private mutating func scalar() throws(Failure) -> Unicode.Scalar? {
    switch current {
    case UInt8(ascii: "\""):
      position += 1
      return nil
    case UInt8(ascii: "\\"): return try escape()
    case let byte? where byte < 0x20:
      throw unexpected("no control character in a string: \\n, \\t or \\u00.. instead, or a closing quote before it")
    case let byte? where byte < 0x80:
      position += 1
      return Unicode.Scalar(byte)
    case nil: throw unexpected("a closing quote")
    default: return try multibyte()
    }
  }

  private mutating func multibyte() throws(Failure) -> Unicode.Scalar {
    var iterator = bytes[position...].makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    guard case .valid(let encoded) = parser.parseScalar(from: &iterator) else { throw unexpected("UTF-8 text") }
    position += encoded.count
    return Unicode.UTF8.decode(encoded)
  }

  private mutating func escape() throws(Failure) -> Unicode.Scalar {
    let start = position
    position += 1
    guard let byte = current else { throw unexpected("an escaped character and a closing quote") }
    if byte == UInt8(ascii: "u") { return try escapedScalar(from: start) }
    guard let scalar = Self.escapes[byte] else { throw unexpected("one of \" \\ / b f n r t u behind a backslash") }
    position += 1
    return scalar
  }

  private static let escapes: [UInt8: Unicode.Scalar] = [
    UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/", UInt8(ascii: "b"): "\u{8}",
    UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
  ]

  /// Reads `\u` and four digits, or two such escapes for a scalar beyond U+FFFF.
  private mutating func escapedScalar(from start: Int) throws(Failure) -> Unicode.Scalar {
    let first = try unit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xdc00, bytes[position...].starts(with: "\\u".utf8) else { throw loneSurrogate(start) }
    position += 1
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
      guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
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
