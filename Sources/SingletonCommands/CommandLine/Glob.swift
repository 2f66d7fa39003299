import SingletonArgumentParsing
import SingletonPlatform

/// A shell pattern that ids are matched against: `*`, `?`, `[a-z]`, `[!a-z]`.
package struct Glob: Sendable, LosslessStringConvertible {
  package static let spelling = "a shell pattern (*, ?, [a-z]), each [ closed and not empty"

  package let description: String

  /// Creates a pattern, or returns `nil` if the text is empty or has a set that is not closed or has no member.
  package init?(_ text: String) {
    guard !text.isEmpty, Self.hasClosedSets(text) else { return nil }
    description = text
  }

  package func matches(_ word: String) -> Bool { fnmatch(description, word, FNM_NOESCAPE) == 0 }

  /// Returns the pattern that matches only this text.
  static func exactly(_ text: String) -> String {
    text.map { "*?[".contains($0) ? "[\($0)]" : String($0) }.joined()
  }

  private static func hasClosedSets(_ text: String) -> Bool {
    var rest = text[...]
    while let opening = rest.firstIndex(of: "[") {
      var set = rest[opening...].dropFirst()
      if let first = set.first, "!^".contains(first) { set.removeFirst() }
      // A closing bracket in first position is a member of the set.
      guard let closing = set.dropFirst().firstIndex(of: "]") else { return false }
      rest = set[closing...].dropFirst()
    }
    return true
  }
}

extension [Glob] {
  /// Returns whether a pattern matches, or there is no pattern.
  func match(_ id: String) -> Bool { isEmpty || contains { $0.matches(id) } }
}

extension ArgumentValue<Glob> {
  static func pattern(completing words: [String]) -> ArgumentValue {
    .spelled("PATTERN", Glob.spelling, completing: .words(words))
  }
}
