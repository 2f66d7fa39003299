import SingletonPlatform

extension SourceLine {
  /// Creates a source line with a copy of the path. The copy is never freed, because a source line stays valid until
  /// the program ends.
  ///
  /// Returns `nil` if the compiler has given the access no line, as for some accesses of a mutation in place.
  package init?(path: String, line: Int) {
    guard line > 0 else { return nil }
    self.init(word: UInt(bitPattern: strdup(path)) << 16 | UInt(min(line, 0xffff)))
  }
}
