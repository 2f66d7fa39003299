/// The number of characters to insert, delete, replace, or swap with their neighbor to turn one text into another
/// (optimal string alignment).
enum EditDistance {
  static func between(_ text: String, _ word: String) -> Int {
    table(text, word, startsAnywhere: false).last!
  }

  /// Returns the distance to the nearest part of the word.
  static func between(_ text: String, partOf word: String) -> Int {
    table(text, word, startsAnywhere: true).min()!
  }

  /// Returns the distances from the whole text to each prefix of the word, or to the nearest suffix of each prefix if
  /// `startsAnywhere`.
  private static func table(_ text: String, _ word: String, startsAnywhere: Bool) -> [Int] {
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
}
