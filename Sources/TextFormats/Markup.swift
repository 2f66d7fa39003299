/// A piece of a page, HTML and XML at the same time, that is escaped by construction.
///
/// Names of elements and attributes are literals of this program; whatever else goes in is escaped on the way. There is
/// no way to make markup of a text that was read.
package struct Markup: Sendable {
  package let source: String

  private init(trusted source: String) { self.source = source }

  package static func text(_ text: String) -> Markup { Markup(trusted: escaped(text)) }

  package static func element(
    _ tag: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:], _ content: Markup...
  ) -> Markup {
    element(tag, attributes, content)
  }

  package static func element(
    _ tag: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:], _ content: [Markup]
  ) -> Markup {
    let opening = "<\(tag)" + attributes.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
    let lineEnd = inLine.contains(tag.description) ? "" : "\n"
    if empty.contains(tag.description) { return Markup(trusted: opening + "/>" + lineEnd) }
    return Markup(trusted: opening + ">" + content.map(\.source).joined() + "</\(tag)>" + lineEnd)
  }

  /// An element that holds nothing but text.
  package static func element(
    _ tag: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:], text: String
  ) -> Markup {
    element(tag, attributes, .text(text))
  }

  /// Styles hold none of the characters that would be escaped, and are ours.
  package static func style(_ sheet: StaticString) -> Markup { Markup(trusted: "<style>\n\(sheet)</style>\n") }

  /// A whole document.
  package static func document(_ root: Markup) -> String { "<!DOCTYPE html>\n" + root.source }

  /// Elements without an end tag in HTML.
  private static let empty: Set<String> = ["meta", "br"]
  /// Those that a line end behind them would set apart.
  private static let inLine: Set<String> = ["span", "bdi", "code", "strong", "td", "th", "title", "desc", "text", "a"]

  /// Marks that turn the direction of whatever follows could make a name swallow the text behind it.
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
