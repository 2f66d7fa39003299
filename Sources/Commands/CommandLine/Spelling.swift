/// Finds what somebody probably meant.
package enum Spelling {
  /// The one valid spelling that is close enough to be meant.
  package static func nearest(to text: String, among words: [String]) -> String? {
    let best = ranked(Glob(literally: text.lowercased()), among: words).first
    return best.flatMap { $0.cost <= max(1, text.count / 3) ? $0.word : nil }
  }

  /// Up to three ids, closest first, however far: where an id is needed, some are always worth showing.
  package static func nearest(to pattern: Glob, among ids: [String]) -> [String] {
    let lowercased = Glob(pattern.text.lowercased()) ?? Glob(literally: pattern.text)
    return ranked(lowercased, among: ids).prefix(3).map(\.word)
  }

  private struct Candidate {
    let word: String
    let cost: Int
    let wholeDistance: Int
  }

  private static func ranked(_ pattern: Glob, among words: [String]) -> [Candidate] {
    let candidates = words.map { candidate($0, for: pattern) }
    return candidates.enumerated().sorted {
      ($0.element.cost, $0.element.wholeDistance, $0.offset) < ($1.element.cost, $1.element.wholeDistance, $1.offset)
    }.map(\.element)
  }

  /// A word that contains the text is close although it is much longer; short texts are contained in too many.
  private static func candidate(_ word: String, for pattern: Glob) -> Candidate {
    let whole = pattern.distance(to: bare(word))
    guard pattern.text.count >= 3 else { return Candidate(word: word, cost: whole, wholeDistance: whole) }
    let part = Glob(containing: pattern.text).distance(to: word) + 1
    return Candidate(word: word, cost: min(whole, part), wholeDistance: whole)
  }

  /// Without the dashes in front, so that `-threads` and `help` find their option.
  private static func bare(_ word: String) -> String { String(word.drop { $0 == "-" }) }
}
