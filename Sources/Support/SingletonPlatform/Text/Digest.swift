/// Hashes that are the same in every process. Those of the standard library are not.
package enum Digest {
  /// Returns the 64-bit FNV-1a hash of the texts, as 16 hexadecimal digits.
  package static func hexadecimal(of texts: [String]) -> String {
    let text = texts.joined(separator: "\u{1F}")
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
