/// A document whose singletons are in the catalog. Strategies cite it by number and section: `000 V5`, `001 §2`.
package struct SourceDocument: Sendable {
  package let number: String
  /// A description for readers who have not seen the document. All documents are in Chinese and about Objective-C,
  /// except for the Java listing of 004.
  package let title: String

  package static let all = [
    SourceDocument(
      number: "000", title: "a singleton macro in versions V1 to V5, by AlexLee002 (juejin.im, 2019)"),
    SourceDocument(
      number: "001", title: "lazy, eager, once token, manual reference counting and a macro, as a tutorial in §1 to §5"),
    SourceDocument(number: "002", title: "how to design a strict singleton, after YouXianMing (cnblogs 4709209)"),
    SourceDocument(number: "003", title: "the life of a singleton, and two plans against a second instance"),
    SourceDocument(
      number: "004", title: "the pattern, a Java listing, and how to avoid singletons by dependency injection"),
  ]

  /// Returns the documents that `StrategyInfo.source` cites.
  package static func cited(in source: String) -> [SourceDocument] { all.filter { source.contains($0.number) } }
}
