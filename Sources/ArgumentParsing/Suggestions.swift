/// Suggestions of what a user probably meant.
package enum Suggestions {
  /// Returns the closest word, or `nil` if no word is close enough.
  package static func nearest(to text: String, among words: [String]) -> String? {
    let best = ranked(text.lowercased(), among: words).first
    return best.flatMap { $0.cost <= max(1, text.count / 3) ? $0.word : nil }
  }

  /// Returns up to three ids, the closest first, at any distance, because some are always worth showing if an id is
  /// required.
  ///
  /// - Parameter pattern: A text whose wildcards are ignored.
  package static func nearest(toPattern pattern: String, among ids: [String]) -> [String] {
    ranked(pattern.lowercased().filter { !"*?[]!".contains($0) }, among: ids).prefix(3).map(\.word)
  }

  private struct Candidate {
    let word: String
    let cost: Int
    let wholeDistance: Int
  }

  private static func ranked(_ text: String, among words: [String]) -> [Candidate] {
    let candidates = words.map { candidate($0, for: text) }
    return candidates.enumerated().sorted {
      ($0.element.cost, $0.element.wholeDistance, $0.offset) < ($1.element.cost, $1.element.wholeDistance, $1.offset)
    }.map(\.element)
  }

  /// Returns a word and its cost, which is low if the word contains the text, even if the word is much longer. Texts of
  /// one or two characters are excepted, because too many words contain them.
  private static func candidate(_ word: String, for text: String) -> Candidate {
    // Dashes are ignored, so that `-threads` and `help` match their options.
    let bare = String(word.drop { $0 == "-" })
    let whole = EditDistance.between(text, bare)
    guard text.count >= 3 else { return Candidate(word: word, cost: whole, wholeDistance: whole) }
    let part = EditDistance.between(text, partOf: word) + 1
    return Candidate(word: word, cost: min(whole, part), wholeDistance: whole)
  }
}
