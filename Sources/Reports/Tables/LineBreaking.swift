/// Breaks a line that is too long, without losing any of it.
enum LineBreaking {
  static let indentation = "   "

  /// Broken at spaces; a word that is longer than a line is cut into lines.
  ///
  /// - Parameters:
  ///   - first: what the first line begins with.
  ///   - later: what each other begins with.
  static func lines(of text: String, width: Int, first: String = "", later: String = indentation) -> [String] {
    var lines: [String] = []
    var (line, beginning) = (first, first)
    func end(with rest: String) {
      lines.append(line)
      (line, beginning) = (later + rest, later)
    }
    for word in text.split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
      if line != beginning && line.count + 1 + word.count > width { end(with: "") }
      line += (line == beginning ? "" : " ") + word
      while line.count > width {
        let rest = String(line.dropFirst(width))
        line = String(line.prefix(width))
        end(with: rest)
      }
    }
    return lines + [line]
  }
}
