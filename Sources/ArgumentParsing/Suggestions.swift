/// Finds what a user probably meant.
package enum Suggestions {
  /// Returns the valid spelling that is close enough to be meant, or `nil` if none is.
  package static func nearest(to text: String, among words: [String]) -> String? {
    let best = ranked(text.lowercased(), among: words).first
    return best.flatMap { $0.cost <= max(1, text.count / 3) ? $0.word : nil }
  }

  /// Returns up to three ids, the closest first, however far: where an id is needed, some are always worth showing.
  ///
  /// - Parameter pattern: A text, in which the wildcards of a pattern count for nothing.
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

  /// A word that contains the text is close although it is much longer; short texts are contained in too many.
  private static func candidate(_ word: String, for text: String) -> Candidate {
    // Without dashes, so that `-threads` and `help` find their option.
    let bare = String(word.drop { $0 == "-" })
    let whole = EditDistance.between(text, bare)
    guard text.count >= 3 else { return Candidate(word: word, cost: whole, wholeDistance: whole) }
    let part = EditDistance.between(text, partOf: word) + 1
    return Candidate(word: word, cost: min(whole, part), wholeDistance: whole)
  }
}
