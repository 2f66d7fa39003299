import SingletonStatistics

/// A mutation of a file.
enum Mutation {
  private static let hostile = [
    "\u{1B}]0;x\u{7}", "::error::x", "\0", "\u{202E}", "\"", ",", "\n", "\r", "'", "=1+1", "-1", "99999999999999999999",
    "nan", "1e999", "[", "{", "]", "}", "\\u0000", "\u{FEFF}", "schema_version", "##[error]x",
  ]

  static func mutated(_ seed: [UInt8], using random: inout SplitMix64) -> [UInt8] {
    var bytes = seed
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 0...64, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
      case 3: bytes.removeSubrange(place...)
      case 4:
        bytes.insert(contentsOf: Array(repeating: UInt8.random(in: 32...126, using: &random), count: 5_000), at: place)
      default: bytes.insert(contentsOf: Array(hostile.randomElement(using: &random)!.utf8), at: place)
      }
    }
    return bytes
  }
}
