import SingletonPlatform

extension SourceLine {
  /// Creates a source line from a copy of the path, which is never freed because a source line is valid as long as the
  /// program.
  ///
  /// The compiler gives some accesses no line, such as those of a change in place.
  package init?(path: String, line: Int) {
    guard line > 0 else { return nil }
    self.init(word: UInt(bitPattern: strdup(path)) << 16 | UInt(min(line, 0xffff)))
  }
}
