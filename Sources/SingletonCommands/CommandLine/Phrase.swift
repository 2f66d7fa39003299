/// A name as people type it: case, spaces, signs such as `@` and `_`, and what is in parentheses do not matter.
struct Phrase: Hashable {
  /// The letters and digits in lower case.
  private let key: String

  init(_ text: String) {
    let name = text.drop { !$0.isWordPart }.prefix { !"(<{".contains($0) }
    key = Self.words(of: name).joined()
  }

  /// Whether the text has no letter and no digit, and so is nothing's name.
  var isEmpty: Bool { key.isEmpty }

  /// Returns whether words of a text begin as the phrase does.
  func occurs(in text: String) -> Bool {
    let words = Self.words(of: text)
    return !isEmpty && words.indices.contains { words[$0...].joined().hasPrefix(key) }
  }

  private static func words(of text: some StringProtocol) -> [String] {
    text.lowercased().split { !$0.isWordPart }.map(String.init)
  }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber }
}
