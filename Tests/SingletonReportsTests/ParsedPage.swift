import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A page, parsed as XML.
final class ParsedPage: NSObject, XMLParserDelegate {
  struct Element {
    let name: String
    let attributes: [String: String]
    /// The text of the element and of all elements in it.
    var text = ""
  }

  private(set) var elements: [Element] = []
  private var open: [Int] = []

  init(_ page: String) throws {
    super.init()
    let parser = XMLParser(data: Data(page.utf8))
    parser.delegate = self
    try #require(parser.parse(), "line \(parser.lineNumber): \(String(describing: parser.parserError))")
  }

  func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    open.append(elements.count)
    elements.append(Element(name: name, attributes: attributes))
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    for index in open { elements[index].text += string }
  }
}
