/// Crockford's base 32 encoding, which omits letters that resemble others.
package enum Base32 {
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

  package static func encoded(_ bytes: [UInt8]) -> String {
    var text = ""
    var (bits, count) = (0, 0)
    for byte in bytes {
      bits = bits << 8 | Int(byte)
      count += 8
      while count >= 5 {
        count -= 5
        text.append(alphabet[bits >> count & 31])
      }
      bits &= (1 << count) - 1
    }
    if count > 0 { text.append(alphabet[bits << (5 - count) & 31]) }
    return text
  }

  /// Decodes a text, or returns `nil` if it contains a letter outside the alphabet. `isWhole` is `true` if the padding
  /// bits of the last letter are zero.
  package static func decoded(_ text: String) -> (bytes: [UInt8], isWhole: Bool)? {
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for letter in text {
      guard let value = alphabet.firstIndex(of: letter) else { return nil }
      bits = bits << 5 | value
      count += 5
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(bits >> count & 0xff))
        bits &= (1 << count) - 1
      }
    }
    return (bytes, isWhole: bits == 0)
  }
}

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
