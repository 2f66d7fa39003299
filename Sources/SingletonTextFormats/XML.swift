/// Escaping of text for XML 1.0.
package enum XML {
  /// Returns the text with markup escaped, and with U+FFFD for characters that XML cannot represent.
  package static func escaped(_ text: String) -> String { text.unicodeScalars.map(escaped).joined() }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\"": "&quot;"
    case "'": "&#39;"
    case "\n", "\r", "\t": "&#\(scalar.value);"
    case ..<" ", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
    default: String(scalar)
    }
  }
}
