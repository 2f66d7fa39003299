import SingletonCore
import SingletonStrategyKit

/// The user's source files, which are read when a counterexample is drawn.
enum SourceFiles {
  /// The files by their paths. A file that cannot be read is not known.
  static let library = SourceLibrary { SourceText(file: $0, at: $0) }
}
