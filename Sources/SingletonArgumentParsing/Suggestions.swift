import SingletonTextFormats

/// Suggestions of what a user probably meant.
package enum Suggestions {
  /// Returns the closest word, or `nil` if no word is close enough.
  package static func nearest(to text: String, among words: [String]) -> String? {
    let best = ranked(text.lowercased(), among: words).first
    return best.flatMap { $0.cost <= highestCost(for: text) ? $0.word : nil }
  }

  private static func highestCost(for text: String) -> Int { max(1, text.count / 3) }

  /// Returns up to three ids, each once, that are close enough and about as close as the closest, which is first. One
  /// more change than in a word is close enough, because an id is longer.
  ///
  /// - Parameter pattern: A text whose wildcards are ignored.
  package static func nearest(toPattern pattern: String, among ids: [String]) -> [String] {
    let text = pattern.lowercased().filter { !"*?[]!".contains($0) }
    let ranked = ranked(text, among: ids)
    let limit = min(highestCost(for: text) + 1, (ranked.first?.cost ?? 0) + 1)
    return Array(ranked.prefix { $0.cost <= limit }.map(\.word).distinct.prefix(3))
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
    let bare = word.lowercased().drop { $0 == "-" }
    let whole = EditDistance.between(text, String(bare))
    guard text.count >= 3 else { return Candidate(word: word, cost: whole, wholeDistance: whole) }
    let part = EditDistance.between(text, partOf: word.lowercased()) + 1
    return Candidate(word: word, cost: min(whole, part), wholeDistance: whole)
  }
}
