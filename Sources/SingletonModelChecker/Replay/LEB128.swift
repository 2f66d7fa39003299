/// A variable-length encoding of integers: seven bits per byte, lowest first, and a bit that indicates whether more
/// bytes follow. Small numbers take few bytes.
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

  /// Decodes a sequence of numbers, or returns `nil` if the last one is incomplete or one exceeds the 28 bits
  /// supported.
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
