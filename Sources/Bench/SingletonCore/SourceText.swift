package struct SourceText: Sendable {
  /// The file as `#fileID` spells it: the module, a slash, and the file's name.
  package let file: String
  /// The path from the root of its repository; if that is not known, the file's name.
  package let path: String
  package let lines: [Substring]

  package init(file: String, text: String, path: String? = nil) {
    self.file = file
    self.path = path ?? String(file.split(separator: "/").last ?? "")
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  package var text: String { lines.joined(separator: "\n") }

  /// The file's name without its module.
  package var name: String { String(file.split(separator: "/").last ?? "") }

  /// Returns the text of a line without surrounding spaces, or `nil` if there is no such line.
  ///
  /// - Parameter number: The number of the line, from 1.
  package func code(atLine number: Int) -> Substring? {
    lines.indices.contains(number - 1) ? lines[number - 1].trimmed : nil
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let beginning = drop { $0 == " " }
    return beginning.dropLast(beginning.reversed().prefix { $0 == " " }.count)
  }
}
