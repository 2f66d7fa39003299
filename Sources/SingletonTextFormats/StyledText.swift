/// A text with a tone, which a terminal or a page shows as a color.
package struct StyledText: Equatable, Sendable {
  /// The raw value is the name in the style sheet of a page.
  package enum Tone: String, Sendable {
    case good, weak, bad, neutral

    /// A sign that says the same without color.
    package var sign: String {
      switch self {
      case .good: "✓"
      case .weak: "!"
      case .bad: "✗"
      case .neutral: "?"
      }
    }

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

  package var painted: String { tone.painted(text) }

  package init(text: String, tone: Tone) {
    self.text = text
    self.tone = tone
  }
}
