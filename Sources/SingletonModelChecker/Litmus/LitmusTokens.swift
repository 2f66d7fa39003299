/// The words of one instruction with their columns, read one after the other.
struct LitmusTokens {
  private let words: [(text: String, column: Int)]
  private var next = 0
  private let end: Int
  private let thread: Int
  let index: Int

  init(_ text: String, thread: Int, index: Int) {
    self.thread = thread
    self.index = index
    var words: [(text: String, column: Int)] = []
    var column = 0
    var inWord = false
    for character in text {
      column += 1
      if character.isWhitespace {
        inWord = false
      } else if inWord {
        words[words.count - 1].text.append(character)
      } else {
        words.append((String(character), column))
        inWord = true
      }
    }
    self.words = words
    end = column + 1
  }

  /// Returns the next word.
  ///
  /// - Parameter expected: The description of the word for the error message.
  /// - Throws: An error if no word is left.
  mutating func word(_ expected: String) throws(LitmusError) -> String {
    guard next < words.count else { throw error(expected, got: "the end") }
    next += 1
    return words[next - 1].text
  }

  mutating func finish() throws(LitmusError) {
    guard next < words.count else { return }
    next += 1
    throw lastError("the end")
  }

  /// Returns an error about the word that was read last.
  func lastError(_ expected: String) -> LitmusError {
    let word = words[next - 1]
    return LitmusError(
      place: .instruction(thread: thread, index: index, column: word.column), expected: expected,
      got: "\"\(word.text)\"")
  }

  private func error(_ expected: String, got: String) -> LitmusError {
    LitmusError(place: .instruction(thread: thread, index: index, column: end), expected: expected, got: got)
  }
}
