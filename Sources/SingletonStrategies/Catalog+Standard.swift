public import SingletonStrategyKit

extension Catalog {
  /// The catalog of all strategies of singleton-bench.
  ///
  /// Two files list them, because the compiler generates the code of two files at the same time.
  public static let standard = Catalog(
    documented + further, sources: .embedded, documents: Document.standard, idioms: Idiom.standard)
}
