import SingletonCore

/// A paragraph of the comment at the top of a strategy's file: idea, what can go wrong, what we expect, or source.
package struct HeaderParagraph: Sendable, Equatable {
  /// The label without its colon, or an empty string if the paragraph has none.
  package let title: String
  package let text: String
}

extension SourceText {
  /// The paragraphs of the comment above the file's first declaration, which are written to be read aloud.
  package var header: [HeaderParagraph] {
    let comment = lines.drop { !$0.hasPrefix("///") }.prefix { $0.hasPrefix("///") }.map { $0.dropFirst(4) }
    return comment.split(whereSeparator: \.isEmpty).map { HeaderParagraph($0.joined(separator: " ")) }
  }
}

extension HeaderParagraph {
  private static let titles = ["Idea", "What can go wrong", "What we expect", "Source"]

  fileprivate init(_ paragraph: String) {
    let title = Self.titles.first { paragraph.hasPrefix($0 + ": ") }
    self.init(title: title ?? "", text: title.map { String(paragraph.dropFirst($0.count + 2)) } ?? paragraph)
  }
}
