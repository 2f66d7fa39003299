import SingletonPlatform

/// The two words of a `String` in words. A short one has up to fifteen bytes of text in itself: eight in its first word, and
/// seven in its second, below its length.
enum StringWord {
  static func text(_ word: UInt, isFirst: Bool) -> String {
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
    guard !isFirst else { return text(bytes) ?? other }
    // The upper half of the last byte says that the text is in the words, with ASCII only or with other characters, too.
    guard [0xe, 0xa].contains(bytes[7] >> 4) else { return other }
    let length = "length \(bytes[7] & 0xf)"
    return bytes[0] == 0 ? length : (text(bytes.dropLast()) ?? other) + ", " + length
  }

  private static let other = "a String"

  /// Returns bytes as quoted text, or `nil` if they are none, such as the count and the flags of a longer `String`.
  private static func text(_ bytes: [UInt8]) -> String? {
    let letters = bytes.prefix { (0x20..<0x7f).contains($0) }
    guard bytes.dropFirst(letters.count).allSatisfy({ $0 == 0 }) else { return nil }
    return String(decoding: letters, as: UTF8.self).quoted
  }
}
