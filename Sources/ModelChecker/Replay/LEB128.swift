/// A number as bytes, few where it is small: seven bits a byte, the lowest first, and a bit that says that more follow.
package enum LEB128 {
  private static let mostBits = 28

  package static func encoded(_ number: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = number
    while rest > 0x7f {
      bytes.append(UInt8(rest & 0x7f | 0x80))
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  /// nil where the last number is broken off, or one is larger than any that is ever encoded.
  package static func decoded(_ bytes: some Sequence<UInt8>) -> [Int]? {
    var numbers: [Int] = []
    var (number, bits) = (0, 0)
    for byte in bytes {
      guard bits < mostBits else { return nil }
      number |= Int(byte & 0x7f) << bits
      bits += 7
      guard byte & 0x80 == 0 else { continue }
      numbers.append(number)
      (number, bits) = (0, 0)
    }
    return bits == 0 ? numbers : nil
  }
}
