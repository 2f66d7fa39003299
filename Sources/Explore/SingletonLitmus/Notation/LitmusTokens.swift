/// The words of one instruction, with their columns, to be read one after the other.
struct LitmusTokens {
  private let words: [(text: String, column: Int)]
  private var next = 0
  private let end: Int
  private let thread: Int
  private let index: Int

  init(_ text: String, thread: Int, index: Int) {
    self.thread = thread
    self.index = index
    words = text.split(whereSeparator: \.isWhitespace).map { word in
      (String(word), text.distance(from: text.startIndex, to: word.startIndex) + 1)
    }
    end = text.count + 1
  }

  /// Returns the next word.
  ///
  /// - Parameter expected: The description of the word for the error message.
  /// - Throws: An error if there is no further word.
  mutating func word(_ expected: String) throws(LitmusError) -> String {
    next += 1
    guard next <= words.count else { throw lastError(expected) }
    return words[next - 1].text
  }

  mutating func finish() throws(LitmusError) {
    next += 1
    if next <= words.count { throw lastError("the end") }
  }

  /// Returns an error about the word that was read last, or about a missing word.
  func lastError(_ expected: String) -> LitmusError {
    let (got, column) = next <= words.count ? ("\"\(words[next - 1].text)\"", words[next - 1].column) : ("the end", end)
    return LitmusError(place: .instruction(thread: thread, index: index, column: column), expected: expected, got: got)
  }
}

/// A numbering of names, in the order of their first occurrence.
struct LitmusNames {
  private(set) var numbers: [String: Int] = [:]
  private(set) var names: [String] = []

  mutating func number(of name: String) -> Int {
    if let number = numbers[name] { return number }
    numbers[name] = names.count
    names.append(name)
    return names.count - 1
  }

  /// Returns whether the text consists of ASCII letters, digits, and underscores, and begins with a letter.
  static func isName(_ text: some StringProtocol) -> Bool {
    guard let first = text.first, first.isASCII, first.isLetter else { return false }
    return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }
}

/// An error in the notation of a litmus program: its place, what was expected there, and what was found.
package struct LitmusError: Error, Equatable, CustomStringConvertible {
  package enum Place: Equatable, Sendable {
    /// An error in an instruction. The thread and the index are counted from 0, and the column within the instruction's
    /// text from 1.
    case instruction(thread: Int, index: Int, column: Int)
    case threads
    case initial(String)
    case observe(index: Int)
  }

  package let place: Place
  package let expected: String
  package let got: String

  package var description: String {
    let name =
      switch place {
      case .instruction(let thread, let index, let column):
        "thread \(thread), instruction \(index), column \(column)"
      case .threads: "threads"
      case .initial(let name): "init, \(name)"
      case .observe(let index): "observe, place \(index)"
      }
    return "\(name): expected \(expected), got \(got)"
  }
}
