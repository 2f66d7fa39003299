import SingletonTextFormats

/// Suggestions of what a user probably meant.
package enum Suggestions {
  /// Returns the closest word, or an empty array if no word is close enough.
  package static func nearest(to text: String, among words: [String]) -> [String] {
    ranked(text.lowercased(), among: words).prefix(1).filter { $0.cost <= highestCost(for: text) }.map(\.word)
  }

  private static func highestCost(for text: String) -> Int { max(1, text.count / 3) }

  /// Returns up to three ids, the closest first. All of them are close enough, and about as close as the first. An id
  /// may differ by one change more than a word, because it is longer.
  ///
  /// - Parameter pattern: A text whose wildcards are ignored.
  package static func nearest(toPattern pattern: String, among ids: [String]) -> [String] {
    let text = pattern.lowercased().filter { !"*?[]!".contains($0) }
    let ranked = ranked(text, among: ids)
    let limit = min(highestCost(for: text) + 1, (ranked.first?.cost ?? 0) + 1)
    return Array(ranked.prefix { $0.cost <= limit }.map(\.word).distinct.prefix(3))
  }

  private typealias Candidate = (word: String, cost: Int, wholeDistance: Int)

  private static func ranked(_ text: String, among words: [String]) -> [Candidate] {
    words.map { candidate($0, for: text) }.enumerated().sorted {
      ($0.element.cost, $0.element.wholeDistance, $0.offset) < ($1.element.cost, $1.element.wholeDistance, $1.offset)
    }.map(\.element)
  }

  /// Returns a word with its cost, which tells how much it differs from the text. The cost is low if the word contains
  /// the text, even if the word is much longer. Texts of one or two characters are an exception, because too many words
  /// contain them.
  private static func candidate(_ word: String, for text: String) -> Candidate {
    // Dashes are ignored, so that `-threads` and `help` match the options `--threads` and `--help`.
    let whole = editDistances(text, String(word.lowercased().drop { $0 == "-" })).last!
    let part = editDistances(text, word.lowercased(), startsAnywhere: true).min()! + 1
    return (word, text.count < 3 ? whole : min(whole, part), whole)
  }
}

/// Returns the number of changes that turn the text into each prefix of the word. A change is an insertion, a deletion,
/// a replacement, or a swap of neighboring characters (optimal string alignment).
///
/// - Parameter startsAnywhere: Whether the text may be turned into any suffix of the prefix instead.
func editDistances(_ text: String, _ word: String, startsAnywhere: Bool = false) -> [Int] {
  let (text, word) = (Array(text), Array(word))
  var beforeLast: [Int] = []
  var last = startsAnywhere ? Array(repeating: 0, count: word.count + 1) : Array(0...word.count)
  for (row, letter) in text.enumerated() {
    var next = [row + 1]
    for (column, other) in word.enumerated() {
      var least = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, next[column] + 1)
      if row > 0, column > 0, letter == word[column - 1], text[row - 1] == other {
        least = min(least, beforeLast[column - 1] + 1)
      }
      next.append(least)
    }
    (beforeLast, last) = (last, next)
  }
  return last
}
