import Foundation
import Testing

/// The program's documentation as it stands in the source tree.
enum DocumentedPages {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let catalogue = root.appending(path: "Sources/singleton-bench/Documentation.docc")
  static let resources = catalogue.appending(path: "Resources")

  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  static func resource(_ name: String) throws -> String {
    try String(contentsOf: resources.appending(path: name), encoding: .utf8)
  }

  struct Page: Sendable {
    let file: URL
    let text: String

    init?(_ file: URL) {
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
      (self.file, self.text) = (file, text)
    }
  }

  /// Each file in a folder of the catalogue.
  private static func pages(in folder: String, _ ending: String) -> [Page] {
    let folder = catalogue.appending(path: folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted().compactMap { Page(folder.appending(path: $0)) }
  }

  static let articles = pages(in: "Concepts", ".md")

  /// What stands between fences of this language.
  static func blocks(_ language: String, in text: String) -> [Substring] {
    text.split(separator: "\n```\(language)\n").dropFirst().compactMap { $0.split(separator: "\n```\n").first }
  }

  static let transcripts: [Transcript] =
    (articles + [Page(root.appending(path: "README.md"))].compactMap(\.self)).flatMap { page in
      blocks("text", in: page.text).enumerated().compactMap { Transcript($1, in: page.file, number: $0 + 1) }
    } + pages(in: "Resources", ".txt").compactMap { Transcript($0.text, in: $0.file) }

  /// Commands that are named in running text or on lines of their own.
  static let commands: [String] = articles.flatMap { article in
    article.text.matches(of: /(?:`| {4})(singleton-bench [^`\n]+)/).map { String($0.1) }
  }.filter { !$0.contains("CODE") }
}
