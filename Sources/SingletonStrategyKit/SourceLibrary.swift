import SingletonCore

/// The source files that a program can show.
package struct SourceLibrary: Sendable {
  private let find: @Sendable (_ file: String) -> SourceText?

  /// - Parameter find: Returns the text of a file that is spelled as in `#fileID`, or `nil` if it is not known.
  package init(_ find: @escaping @Sendable (_ file: String) -> SourceText?) { self.find = find }

  package static let none = SourceLibrary { _ in nil }

  package subscript(file: String) -> SourceText? { find(file) }

  /// Returns the text of one line without surrounding spaces, or `nil` if the file does not have the line or is not
  /// known.
  package subscript(line: SourceLine) -> Substring? {
    line.file.flatMap { self[$0] }?.code(atLine: line.line)
  }

  /// Returns the files of this library, and those of another one that this one does not have.
  package func or(_ other: SourceLibrary) -> SourceLibrary { SourceLibrary { self[$0] ?? other[$0] } }
}
