/// The text of one source file.
public struct SourceText: Sendable {
  /// The file as `#fileID` spells it: the module, a slash and the file's name.
  public let file: String
  public let lines: [Substring]

  public init(file: String, text: String) {
    self.file = file
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  public var text: String { lines.joined(separator: "\n") }

  /// The file's name without its module.
  public var name: String { String(file.split(separator: "/").last ?? "") }
}

/// The source files that a program can show.
public struct SourceLibrary: Sendable {
  private let find: @Sendable (_ file: String) -> SourceText?

  /// - Parameter find: Returns the text of a file that is spelled as in `#fileID`, or `nil` if it is not known.
  public init(_ find: @escaping @Sendable (_ file: String) -> SourceText?) { self.find = find }

  public static let none = SourceLibrary { _ in nil }

  public subscript(file: String) -> SourceText? { find(file) }

  /// Returns the text of one line without surrounding spaces, or `nil` if the file does not have the line or is not
  /// known.
  public subscript(line: SourceLine) -> Substring? {
    guard let file = line.file, let text = self[file], text.lines.indices.contains(line.line - 1) else { return nil }
    return text.lines[line.line - 1].trimmed
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let beginning = drop { $0 == " " }
    return beginning.dropLast(beginning.reversed().prefix { $0 == " " }.count)
  }
}
