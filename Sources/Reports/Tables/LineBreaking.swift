/// Breaks a line that is too long, without losing any of it.
enum LineBreaking {
  private static let indentation = "   "

  /// Broken at spaces; a word that is longer than a line is cut into lines. Lines after the first are set in.
  static func lines(of text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
      if !line.isEmpty && line.count + 1 + word.count > width {
        lines.append(line)
        line = indentation
      }
      line += line.isEmpty || line == indentation ? word : " " + word
      while line.count > width {
        lines.append(String(line.prefix(width)))
        line = indentation + line.dropFirst(width)
      }
    }
    return lines + [line]
  }
}
