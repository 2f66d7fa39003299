/// Parses numbers without converting them, so that each is written as it was read.
extension JSONParser {
  package mutating func numeral() throws(Failure) -> String {
    let start = position
    take("-")
    guard isDigit else {
      throw unexpected(position == start ? Self.anyValue : "a digit")
    }
    if !take("0") { takeDigits() }
    if take(".") { try requireDigits() }
    if take("e") || take("E") {
      if !take("+") { take("-") }
      try requireDigits()
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private var isDigit: Bool { current.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false }

  private mutating func requireDigits() throws(Failure) {
    guard isDigit else { throw unexpected("a digit") }
    takeDigits()
  }

  private mutating func takeDigits() { while isDigit { position += 1 } }

  @discardableResult
  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: mark) else { return false }
    position += 1
    return true
  }
}
