package import StrategyKit

extension Catalog {
  /// The catalog of all strategies.
  ///
  /// Two files list them, because the compiler generates the code of two files at the same time.
  package static let standard = Catalog(documented + further, sources: .embedded)
}
