// The standard library's own search comes with regular expressions, which would make the program a megabyte larger.

extension StringProtocol {
  /// Returns whether a text occurs in this one.
  package func includes(_ text: some StringProtocol) -> Bool {
    indices.contains { self[$0...].hasPrefix(text) }
  }

  package func replacing(character: Character, with other: String) -> String {
    reduce(into: "") { if $1 == character { $0 += other } else { $0.append($1) } }
  }
}
