import SingletonCore
import SingletonPlatform
import Synchronization

extension SourceLibrary {
  /// The files in which strategies are written, read from where they were when the program was compiled.
  ///
  /// Another file of a strategy's module is looked for in the same folder; so are those of this module, in which the
  /// entry points are that a strategy does not redirect.
  package static func files(of entries: [CatalogEntry]) -> SourceLibrary {
    let files = SourceFiles(entries.map(\.info))
    return SourceLibrary { files[$0] }
  }
}

/// Source files that are read when they are asked for, each once: every step of a counterexample asks for a line.
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
  /// No source file is larger, in bytes.
  private static let largestFile = 1 << 24

  /// Reads the file at a path. There is none if it cannot be read.
  package init?(file: String, at path: String) {
    guard let bytes = try? InputFile(path).contents(limit: Self.largestFile) else { return nil }
    self.init(file: file, text: String(decoding: bytes, as: UTF8.self))
  }
}
