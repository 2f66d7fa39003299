/// Plain text in columns, for help and lists.
enum TextLayout {
  /// Lines of at most `width` characters, broken at spaces; a longer word has a line of its own.
  static func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines.isEmpty ? [""] : lines
  }

  static func paragraph(_ text: String, width: Int) -> String {
    wrapped(text, width: width).map { $0 + "\n" }.joined()
  }

  /// Terms on the left, what they mean aligned beside them; beneath a term that is too long for that.
  static func definitions(
    _ pairs: [(term: String, meaning: String)], width: Int, indent: Int = 2, widestTerm: Int = 24
  ) -> String {
    let column = indent + (pairs.map(\.term.count).filter { $0 <= widestTerm }.max() ?? 0) + 2
    let margin = String(repeating: " ", count: indent)
    return pairs.map { definition(margin + $0.term, $0.meaning, column: column, width: width) }.joined()
  }

  private static func definition(_ term: String, _ meaning: String, column: Int, width: Int) -> String {
    let lines = wrapped(meaning, width: max(20, width - column))
    let blank = String(repeating: " ", count: column)
    let below = lines.map { blank + $0 + "\n" }
    guard term.count + 2 <= column else { return "\(term)\n" + below.joined() }
    let gap = String(repeating: " ", count: column - term.count)
    return "\(term)\(gap)\(lines[0])\n" + below.dropFirst().joined()
  }
}
