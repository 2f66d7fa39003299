import Foundation
import TestSupport

/// The pages of the documentation.
enum DocumentedPages {
  private static let catalog = Repository.root.appending(path: "Sources/singleton-bench/Documentation.docc")
  static let resources = catalog.appending(path: "Resources")

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

  /// Returns the files in a folder of the documentation.
  private static func pages(in folder: String, _ ending: String) -> [Page] {
    let folder = catalog.appending(path: folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted().compactMap { Page(folder.appending(path: $0)) }
  }

  static let articles = pages(in: "Concepts", ".md")

  /// Returns the code blocks of a language.
  static func blocks(_ language: String, in text: String) -> [Substring] {
    text.split(separator: "\n```\(language)\n").dropFirst().compactMap { $0.split(separator: "\n```\n").first }
  }

  static let transcripts: [Transcript] =
    (articles + [Page(Repository.root.appending(path: "README.md"))].compactMap(\.self)).flatMap { page in
      blocks("text", in: page.text).enumerated().compactMap { Transcript($1, in: page.file, number: $0 + 1) }
    } + pages(in: "Resources", ".txt").compactMap { Transcript($0.text, in: $0.file) }

  /// Commands in running text or on lines of their own.
  static let commands: [String] = articles.flatMap { article in
    article.text.matches(of: /(?:`| {4})(singleton-bench [^`\n]+)/).map { String($0.1) }
  }.filter { !$0.contains("CODE") }
}
