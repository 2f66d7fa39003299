/// A part of a page that is valid as both HTML and XML, and in which all text is escaped.
///
/// The names of elements and attributes are literals in this program, and style sheets and scripts are its own files.
/// Everything else is escaped, so text from elsewhere cannot become markup.
package struct Markup: Sendable {
  package let source: String

  private init(trusted source: String) { self.source = source }

  package static func text(_ text: String) -> Markup { Markup(trusted: escaped(text)) }

  /// Returns an element. Attributes that are `nil` are left out.
  package static func element(
    _ tag: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:], _ content: Markup...
  ) -> Markup {
    element(tag, attributes, content)
  }

  package static func element(
    _ tag: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:], _ content: [Markup]
  ) -> Markup {
    let set = attributes.compactMap { name, value in value.map { " \(name)=\"\(escaped($0))\"" } }
    let opening = "<\(tag)" + set.joined()
    let lineEnd = inLine.contains(tag.description) ? "" : "\n"
    if empty.contains(tag.description) { return Markup(trusted: opening + "/>" + lineEnd) }
    return Markup(trusted: opening + ">" + content.map(\.source).joined() + "</\(tag)>" + lineEnd)
  }

  package static func element(
    _ tag: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:], text: String
  ) -> Markup {
    element(tag, attributes, .text(text))
  }

  /// Returns a style sheet that belongs to this program and contains no characters that need escaping.
  package static func style(_ sheet: String) -> Markup { Markup(trusted: "<style>\n\(sheet)</style>\n") }

  /// Returns a script that belongs to this program and contains no characters that need escaping.
  package static func script(_ script: String) -> Markup { Markup(trusted: "<script>\n\(script)</script>\n") }

  package static func document(_ root: Markup) -> String { "<!DOCTYPE html>\n" + root.source }

  /// The elements that have no end tag in HTML.
  private static let empty: Set<String> = ["meta", "br", "input"]
  /// The elements after which no line end is written, because it would appear as a space before the next element.
  private static let inLine: Set<String> = [
    "span", "bdi", "code", "strong", "td", "th", "title", "desc", "text", "a", "input", "button", "label",
  ]

  /// Returns the escaped character, or U+FFFD for a control character. A character that changes the direction of text
  /// could make a name hide what follows it.
  private static func escaped(_ text: String) -> String {
    XML.escaped(String(String.UnicodeScalarView(text.unicodeScalars.map { isUnseen($0) ? "\u{FFFD}" : $0 })))
  }

  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x7f...0x9f, 0x202a...0x202e, 0x2066...0x2069: true
    default: false
    }
  }
}

package enum XML {
  /// Returns the text with markup escaped, and with U+FFFD in place of characters that XML cannot represent.
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
