import ArgumentParsing
import Platform

/// A pattern over ids, as a shell has them: `*`, `?`, `[a-z]`, `[!a-z]`.
package struct Glob: Sendable, LosslessStringConvertible {
  package static let spelling = "a pattern of letters, *, ? and [a-z], each [ closed and not empty"

  package let description: String

  /// - Returns: `nil` if the pattern is empty, or has a set that is not closed or has no member.
  package init?(_ text: String) {
    guard !text.isEmpty, Self.hasClosedSets(text) else { return nil }
    description = text
  }

  package func matches(_ word: String) -> Bool { fnmatch(description, word, FNM_NOESCAPE) == 0 }

  private static func hasClosedSets(_ text: String) -> Bool {
    var rest = text[...]
    while let opening = rest.firstIndex(of: "[") {
      var set = rest[opening...].dropFirst()
      if let first = set.first, "!^".contains(first) { set.removeFirst() }
      // A closing bracket that comes first is a member.
      guard let closing = set.dropFirst().firstIndex(of: "]") else { return false }
      rest = set[closing...].dropFirst()
    }
    return true
  }
}

extension [Glob] {
  /// Returns whether there is no pattern, or one that matches.
  func match(_ id: String) -> Bool { isEmpty || contains { $0.matches(id) } }
}

extension ArgumentValue<Glob> {
  static func pattern(completing words: [String]) -> ArgumentValue {
    .spelled("PATTERN", Glob.spelling, completing: .words(words))
  }
}
