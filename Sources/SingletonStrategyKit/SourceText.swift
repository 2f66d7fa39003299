/// The text of one source file.
package struct SourceText: Sendable {
  /// The file as `#fileID` spells it: the module, a slash and the file's name.
  package let file: String
  package let lines: [Substring]

  package init(file: String, text: String) {
    self.file = file
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  package var text: String { lines.joined(separator: "\n") }

  /// The file's name without its module.
  package var name: String { String(file.split(separator: "/").last ?? "") }
}

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
    guard let file = line.file, let text = self[file], text.lines.indices.contains(line.line - 1) else { return nil }
    return text.lines[line.line - 1].trimmed
  }

  /// Returns the files of this library, and those of another one that this one does not have.
  package func or(_ other: SourceLibrary) -> SourceLibrary { SourceLibrary { self[$0] ?? other[$0] } }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let beginning = drop { $0 == " " }
    return beginning.dropLast(beginning.reversed().prefix { $0 == " " }.count)
  }
}
