/// The documents whose singletons the catalog races. Cards cite them by number and section: `000 V5`, `001 §2`.
package struct SourceDocument: Sendable {
  package let number: String
  /// What it is, for a reader who has never seen it; all but the Java listing of 004 are about Objective-C, in Chinese.
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

  /// Those that a info's source names.
  package static func cited(in source: String) -> [SourceDocument] { all.filter { source.contains($0.number) } }
}
