/// A question that the reader answers before the experiments run.
package struct Prediction: Sendable {
  package struct Choice: Sendable {
    package let text: String
    package let isRight: Bool

    package static func right(_ text: String) -> Choice { Choice(text: text, isRight: true) }
    package static func wrong(_ text: String) -> Choice { Choice(text: text, isRight: false) }
  }

  package let question: String
  /// The choices, exactly one of which is right.
  package let choices: [Choice]

  package init(_ question: String, _ choices: [Choice]) {
    precondition(choices.count { $0.isRight } == 1, "a question has one right answer: \(question)")
    self.question = question
    self.choices = choices
  }

  package var rightIndex: Int { choices.firstIndex(where: \.isRight)! }

  /// Returns the letter of a choice: `a`, `b`, `c`.
  package static func letter(_ index: Int) -> String { String(Unicode.Scalar(UInt8(ascii: "a") + UInt8(index))) }

  /// The letters of all choices, such as `a, b or c`.
  package var lettersInWords: String {
    let letters = choices.indices.map(Self.letter)
    return letters.dropLast().joined(separator: ", ") + " or " + letters.last!
  }

  /// The right choice in a sentence.
  package var answer: String {
    "The answer is \(Self.letter(rightIndex)): \(choices[rightIndex].text)."
  }

  /// Returns what is said at once to a reader who chose this.
  package func assessment(of guess: Int) -> String {
    "You said \(Self.letter(guess)), which is \(guess == rightIndex ? "" : "not ")right."
  }

  /// Returns what is said to a reader who chose this, beside the answer.
  package func reply(to guess: Int) -> String {
    guess == rightIndex ? "You were right." : "You said \(Self.letter(guess))."
  }

  /// Returns the index of the choice whose letter, number from 1, or text the reader typed, or `nil` if there is none.
  package func index(of answer: String) -> Int? {
    let words = answer.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return choices.indices.first { [Self.letter($0), "\($0 + 1)", choices[$0].text.lowercased()].contains(words) }
  }
}
