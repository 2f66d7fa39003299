/// Text in lines, broken at spaces; a word that is longer than a line is cut.
enum Wrapping {
  /// - Parameters:
  ///   - first: what the first line begins with.
  ///   - later: what each other begins with.
  static func lines(_ text: String, width: Int, first: String = "", later: String = "") -> [String] {
    var lines: [String] = []
    var (line, beginning) = (first, first)
    func end(with rest: String) {
      lines.append(line)
      (line, beginning) = (later + rest, later)
    }
    for word in text.split(separator: " ").map(String.init) {
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
