/// A reference to a section of a document, such as `macro: V4`.
public struct Citation: Hashable, Sendable {
  /// The short name of the document.
  package let document: String
  package let section: String

  public init(document: String, section: String) {
    self.document = document
    self.section = section
  }

  package var description: String { "\(document): \(section)" }
}

extension [Citation] {
  /// The citations as one text; empty if there are none.
  package var joined: String { map(\.description).joined(separator: "; ") }
}
