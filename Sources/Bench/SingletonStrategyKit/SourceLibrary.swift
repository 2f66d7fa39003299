import SingletonCore
import SingletonPlatform
import Synchronization

/// The source files that a program can show.
package struct SourceLibrary: Sendable {
  private let find: @Sendable (_ file: String) -> SourceText?

  /// - Parameter find: Returns the text of a file, or `nil` if the file is unknown. The file is spelled as in
  ///   `#fileID`.
  package init(_ find: @escaping @Sendable (_ file: String) -> SourceText?) { self.find = find }

  package static let none = SourceLibrary { _ in nil }

  package subscript(file: String) -> SourceText? { find(file) }

  /// Returns the text of one line without surrounding spaces, or `nil` if the line or the file is unknown.
  package subscript(line: SourceLine) -> Substring? {
    line.file.flatMap { self[$0] }?.code(atLine: line.line)
  }

  /// Returns a library with the files of this library and, if this library does not have a file, those of another one.
  package func or(_ other: SourceLibrary) -> SourceLibrary { SourceLibrary { self[$0] ?? other[$0] } }

  /// Returns a library of the files that define these strategies, read from the paths at which they were compiled.
  ///
  /// Other files of a strategy's module are expected in the same folder. The library also has the files of this module,
  /// because they contain the default entry points.
  package static func files(of entries: [CatalogEntry]) -> SourceLibrary {
    let files = SourceFiles(entries.map(\.info))
    return SourceLibrary { files[$0] }
  }
}

/// Source files that are read on request, but only once each, because every step of a counterexample asks for a line.
private final class SourceFiles: Sendable {
  private let infos: [StrategyInfo]
  private let texts = Mutex<[String: SourceText?]>([:])

  init(_ infos: [StrategyInfo]) { self.infos = infos }

  private var known: [(file: String, path: String)] {
    infos.map { ($0.file, "\($0.path)") } + [(#fileID, #filePath)]
  }

  subscript(file: String) -> SourceText? {
    texts.withLock { texts in
      if let known = texts[file] { return known }
      let text = path(of: file).flatMap { SourceText(file: file, at: $0) }
      texts[file] = .some(text)
      return text
    }
  }

  private func path(of file: String) -> String? {
    if let own = known.first(where: { $0.file == file }) { return own.path }
    let module = Path.folder(of: file)
    let neighbor = known.first { Path.folder(of: $0.file) == module }
    return neighbor.map { Path.folder(of: $0.path) + file.dropFirst(module.count) }
  }
}

extension SourceText {
  /// The maximum size of a source file in bytes.
  private static let largestFile = 1 << 24

  /// Reads the file at a path, or returns `nil` if it cannot be read.
  package init?(file: String, at path: String) {
    guard let bytes = try? InputFile(path).contents(limit: Self.largestFile) else { return nil }
    self.init(file: file, text: String(decoding: bytes, as: UTF8.self))
  }
}

/// A paragraph of the comment at the top of a strategy's file: the idea, what can go wrong, what we expect, or the
/// source.
package struct HeaderParagraph: Sendable, Equatable {
  /// The label without its colon, or an empty string if the paragraph has no label.
  package let title: String
  package let text: String
}

extension SourceText {
  /// The paragraphs of the comment above the file's first declaration.
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
