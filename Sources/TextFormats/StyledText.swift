/// A text with a tone, which a terminal shows as a color.
package struct StyledText: Equatable, Sendable {
  package enum Tone: Sendable {
    case good, weak, bad, neutral

    /// Returns the text with the terminal's codes for green, yellow, or red, or without codes if the tone is neutral.
    package func painted(_ text: String) -> String {
      guard let code, !text.isEmpty else { return text }
      return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }

    private var code: Int? {
      switch self {
      case .good: 32
      case .weak: 33
      case .bad: 31
      case .neutral: nil
      }
    }
  }

  package let text: String
  package let tone: Tone

  package init(text: String, tone: Tone) {
    self.text = text
    self.tone = tone
  }
}
