/// The layout of plain text in columns, for help and lists.
package enum TextLayout {
  /// Returns a text as lines of at most `width` characters, broken at spaces. Each line has at least one character
  /// after its beginning, even if that makes it too long.
  ///
  /// - Parameters:
  ///   - firstWidth: The width of the first line, which stays empty if the first word does not fit; `nil` for `width`.
  ///   - first: The beginning of the first line.
  ///   - later: The beginning of every other line.
  ///   - cutsWords: Whether a word that is longer than a line is cut. If not, its line is longer.
  package static func wrapped(
    _ text: String, width: Int, firstWidth: Int? = nil, first: String = "", later: String = "", cutsWords: Bool = false
  ) -> [String] {
    var lines: [String] = []
    let width = max(width, later.count + 1)
    var (line, beginning, limit) = (first, first, firstWidth ?? max(width, first.count + 1))
    func endLine(carrying rest: String) {
      lines.append(line)
      (line, beginning, limit) = (later + rest, later, width)
    }
    for word in text.split(whereSeparator: \.isWhitespace) {
      let extended = line + (line == beginning ? "" : " ") + word
      let fits = extended.count <= limit
      if !fits && (line != beginning || (lines.isEmpty && firstWidth != nil)) {
        endLine(carrying: String(word))
      } else {
        line = extended
      }
      while cutsWords && line.count > limit {
        let rest = String(line.dropFirst(limit))
        line = String(line.prefix(limit))
        endLine(carrying: rest)
      }
    }
    return lines + [line]
  }

  package static func paragraph(_ text: String, width: Int) -> String {
    wrapped(text, width: width).map { $0 + "\n" }.joined()
  }

  /// Returns the text with its long lines broken at spaces. Lines of up to `width` characters remain as they are.
  ///
  /// The text after a label, such as `  expected: `, is continued below its own beginning. A line that begins with
  /// `  next: ` contains a command to copy, and is never broken.
  package static func folded(_ text: String, width: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { folded(line: $0, width: width) }
      .joined(separator: "\n")
  }

  private static func folded(line: Substring, width: Int) -> String {
    let margin = line.prefix { $0 == " " }
    let label = label(of: line)
    guard line.count > width, !line.dropFirst(margin.count).hasPrefix("next:") else { return String(line) }
    let first = label.isEmpty ? margin : label
    let later = String(repeating: " ", count: label.isEmpty ? margin.count + 4 : label.count)
    return wrapped(String(line.dropFirst(first.count)), width: width, first: String(first), later: later)
      .joined(separator: "\n")
  }

  /// Returns the label of a line with the spaces around it, such as `  expected: `.
  private static func label(of line: Substring) -> Substring {
    let margin = line.prefix { $0 == " " }
    let word = line.dropFirst(margin.count).prefix { ("a"..."z").contains($0) }
    let rest = line[word.endIndex...]
    guard !margin.isEmpty, !word.isEmpty, rest.hasPrefix(": ") else { return "" }
    return line[..<rest.dropFirst().drop { $0 == " " }.startIndex]
  }

  /// Returns terms with their meanings. A meaning is to the right of its term, or below a term that is too long.
  package static func definitions(
    _ pairs: [(term: String, meaning: String)], width: Int, indent: Int = 2, widestTerm: Int = 24
  ) -> String {
    let column = indent + (pairs.map(\.term.count).filter { $0 <= widestTerm }.max() ?? 0) + 2
    let blank = String(repeating: " ", count: column)
    return pairs.flatMap { term, meaning in
      let term = String(blank.prefix(indent)) + term
      let isLong = term.count + 2 > column
      let first = isLong ? blank : term + String(blank.dropFirst(term.count))
      return (isLong ? [term] : []) + wrapped(meaning, width: max(width, column + 20), first: first, later: blank)
    }.map { $0 + "\n" }.joined()
  }
}
