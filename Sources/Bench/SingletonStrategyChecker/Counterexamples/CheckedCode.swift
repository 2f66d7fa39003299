/// A short text that encodes bytes, with a checksum that detects typing errors.
package enum CheckedCode {
  /// Returns the text in groups of five letters. Upper and lower case are equivalent.
  package static func text(of bytes: [UInt8]) -> String {
    let letters = Array(Base32.encoded(bytes + checksum(bytes)))
    return stride(from: 0, to: letters.count, by: 5).map { String(letters[$0..<min($0 + 5, letters.count)]) }
      .joined(separator: "-")
  }

  /// Returns the bytes of a text.
  package static func bytes(of text: String) throws(ReplayCodeError) -> [UInt8] {
    var digits: [Int] = []
    for (offset, letter) in text.enumerated() where letter != "-" && letter != " " {
      guard let digit = Base32.digit(letter) else { throw .letter(letter, position: offset + 1) }
      digits.append(digit)
    }
    let (all, isWhole) = Base32.decoded(digits)
    guard all.count > 2 else { throw .tooShort }
    let bytes = Array(all.dropLast(2))
    guard isWhole, Array(all.suffix(2)) == checksum(bytes) else { throw .checksum }
    return bytes
  }

  /// Returns the FNV-1a hash, folded to 16 bits.
  package static func checksum(_ bytes: [UInt8]) -> [UInt8] {
    let hash = bytes.reduce(0x811c_9dc5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    let folded = UInt16(truncatingIfNeeded: hash >> 16 ^ hash)
    return [UInt8(folded >> 8), UInt8(folded & 0xff)]
  }
}

// MARK: - Numbers and bytes as text

/// Crockford's base 32 encoding, which leaves out letters that look like others.
enum Base32 {
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

  static func encoded(_ bytes: [UInt8]) -> String {
    let (digits, rest, count) = regrouped(bytes.map(Int.init), from: 8, to: 5)
    return String((digits + (count > 0 ? [rest << (5 - count)] : [])).map { alphabet[$0] })
  }

  /// Returns the digit that a letter stands for, or `nil` if it is outside the alphabet.
  static func digit(_ letter: Character) -> Int? { alphabet.firstIndex { String($0) == letter.uppercased() } }

  /// Decodes digits. `isWhole` is `true` if the padding bits of the last one are zero.
  static func decoded(_ digits: [Int]) -> (bytes: [UInt8], isWhole: Bool) {
    let (bytes, rest, _) = regrouped(digits, from: 5, to: 8)
    return (bytes.map { UInt8($0) }, isWhole: rest == 0)
  }

  /// Regroups bits into groups of another width. Returns the groups, the leftover bits, and the number of leftover
  /// bits.
  private static func regrouped(_ groups: [Int], from width: Int, to newWidth: Int) -> ([Int], rest: Int, count: Int) {
    var (regrouped, bits, count) = ([Int](), 0, 0)
    for group in groups {
      bits = bits << width | group
      count += width
      while count >= newWidth {
        count -= newWidth
        regrouped.append(bits >> count)
        bits &= (1 << count) - 1
      }
    }
    return (regrouped, bits, count)
  }
}

/// A variable-length encoding of integers: each byte has seven bits, the lowest first, and a bit that tells whether
/// more bytes follow. Small numbers take few bytes.
package enum LEB128 {
  package static func encoded(_ number: Int) -> [UInt8] {
    number > 0x7f ? [UInt8(number & 0x7f | 0x80)] + encoded(number >> 7) : [UInt8(number)]
  }

  /// Decodes numbers, or returns `nil` if the last number is incomplete or a number exceeds the supported 28 bits.
  package static func decoded(_ bytes: some Sequence<UInt8>) -> [Int]? {
    var numbers: [Int] = []
    var (number, bits) = (0, 0)
    for byte in bytes {
      guard bits < 28 else { return nil }
      number |= Int(byte & 0x7f) << bits
      bits += 7
      guard byte & 0x80 == 0 else { continue }
      numbers.append(number)
      (number, bits) = (0, 0)
    }
    return bits == 0 ? numbers : nil
  }
}
