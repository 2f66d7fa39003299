package import Foundation
import Testing

#if canImport(FoundationXML)
  package import FoundationXML
#endif

/// A page, parsed as XML.
package final class ParsedPage: NSObject, XMLParserDelegate {
  package struct Element {
    package let name: String
    package let attributes: [String: String]
    /// The text of the element and of all elements in it.
    package var text = ""
  }

  package private(set) var elements: [Element] = []
  private var open: [Int] = []

  package init(_ page: String) throws {
    super.init()
    let parser = XMLParser(data: Data(page.utf8))
    parser.delegate = self
    try #require(parser.parse(), "line \(parser.lineNumber): \(String(describing: parser.parserError))")
  }

  package func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  package func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    open.append(elements.count)
    elements.append(Element(name: name, attributes: attributes))
  }

  package func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    open.removeLast()
  }

  package func parser(_ parser: XMLParser, foundCharacters string: String) {
    for index in open { elements[index].text += string }
  }

  /// The names of elements and attributes that this program does not write.
  package var foreign: [String] {
    let names = Set(elements.map(\.name)).subtracting(Self.elementNames)
    return (names.union(Set(elements.flatMap(\.attributes.keys)).subtracting(Self.attributeNames))).sorted()
  }

  /// The elements that pages may have.
  private static let elementNames: Set<String> = [
    "html", "head", "meta", "title", "style", "body", "header", "h1", "h2", "h3", "p", "span", "strong", "bdi", "code",
    "pre", "br", "a", "nav", "ul", "li", "main", "section", "div", "figure", "figcaption", "details", "summary",
    "table",
    "caption", "thead", "tbody", "tr", "th", "td", "svg", "desc", "g", "rect", "line", "polyline", "circle", "path",
    "text", "script", "button", "output", "ol", "dl", "dt", "dd", "fieldset", "legend", "label", "input",
  ]
  /// The attributes that elements may have.
  private static let attributeNames: Set<String> = [
    "lang", "charset", "name", "content", "class", "id", "href", "role", "tabindex", "scope", "colspan", "open",
    "aria-label",
    "aria-labelledby", "aria-hidden", "data-title", "width", "height", "viewBox", "x", "y", "x1", "x2", "y1", "y2",
    "rx", "r", "d",
    "points", "transform", "title", "hidden", "type", "aria-live", "value", "rel", "data-step", "data-thread",
    "data-question", "data-choice",
  ]
}
