import SingletonPlatform
import Synchronization

extension SourceLine {
  /// The copies of paths, so that equal lines are equal.
  private static let paths = Synchronization.Mutex<[String: UInt]>([:])

  /// Creates a source line with a copy of the path. The copy is never freed, because a source line stays valid until
  /// the program ends.
  ///
  /// Returns `nil` if the compiler has given the access no line, as for some accesses of a mutation in place.
  package init?(path: String, line: Int) {
    guard line > 0 else { return nil }
    let copy = Self.paths.withLock { paths in
      let copy = paths[path] ?? UInt(bitPattern: strdup(path))
      paths[path] = copy
      return copy
    }
    self.init(word: copy << 16 | UInt(min(line, 0xffff)))
  }
}
