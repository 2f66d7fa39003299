import SingletonPlatform

/// A shell pattern for ids, with `*`, `?`, `[a-z]`, and `[!a-z]`.
package struct Glob: Sendable, LosslessStringConvertible {
  package static let spelling = "a shell pattern (*, ?, [a-z]), each [ closed and not empty"

  package let description: String

  /// Creates a pattern. Returns `nil` if the text is empty, or if it contains a set that is not closed or has no
  /// members.
  package init?(_ text: String) {
    guard !text.isEmpty, Self.hasClosedSets(text) else { return nil }
    description = text
  }

  package func matches(_ word: String) -> Bool { fnmatch(description, word, FNM_NOESCAPE) == 0 }

  /// Returns a pattern that matches only this text.
  package static func exactly(_ text: String) -> String {
    text.map { "*?[".contains($0) ? "[\($0)]" : String($0) }.joined()
  }

  private static func hasClosedSets(_ text: String) -> Bool {
    var rest = text[...]
    while let opening = rest.firstIndex(of: "[") {
      var set = rest[opening...].dropFirst()
      if let first = set.first, "!^".contains(first) { set.removeFirst() }
      // A closing bracket in the first position is a member of the set.
      guard let closing = set.dropFirst().firstIndex(of: "]") else { return false }
      rest = set[closing...].dropFirst()
    }
    return true
  }
}

extension [Glob] {
  /// Returns whether one of the patterns matches, or there are no patterns.
  package func match(_ name: String) -> Bool { isEmpty || contains { $0.matches(name) } }

  /// Throws an error if one of the patterns matches none of the names.
  ///
  /// - Parameter next: The arguments of a command that shows the names.
  package func requireMatches(of option: String, among names: [String], next: String = "list") throws {
    let idle = filter { pattern in !names.contains(where: pattern.matches) }
    guard let first = idle.first else { return }
    throw CommandError.nothingSelected(
      "\(option) \(idle.map(\.description.quoted).joined(separator: ", ")) matches nothing, so nothing runs",
      nearest: Suggestions.nearest(toPattern: first.description, among: names), next: next)
  }
}

extension ArgumentValue<Glob> {
  package static func pattern(completing words: [String]) -> ArgumentValue {
    .spelled("PATTERN", Glob.spelling, completing: .words(words))
  }
}
