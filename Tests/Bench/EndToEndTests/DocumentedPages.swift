import Foundation
import TestSupport

/// The pages of the documentation.
enum DocumentedPages {
  private static let catalog = Repository.root.appending(path: "Sources/Bench/singleton-bench/Documentation.docc")
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

  /// Returns the files in a folder of the documentation; the empty path is the documentation's own folder.
  private static func pages(in folder: String, _ ending: String) -> [Page] {
    let folder = folder.isEmpty ? catalog : catalog.appending(path: folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted().compactMap { Page(folder.appending(path: $0)) }
  }

  static let concepts = pages(in: "Concepts", ".md")
  static let articles = concepts + pages(in: "", ".md")
  private static let readme = [Page(Repository.root.appending(path: "README.md"))].compactMap(\.self)

  /// Returns the code blocks of a language.
  static func blocks(_ language: String, in text: String) -> [Substring] {
    text.split(separator: "\n```\(language)\n").dropFirst().compactMap { $0.split(separator: "\n```\n").first }
  }

  static let transcripts: [Transcript] =
    (articles + readme).flatMap { page in
      blocks("text", in: page.text).enumerated().compactMap { Transcript($1, in: page.file, number: $0 + 1) }
    } + pages(in: "Resources", ".txt").compactMap { Transcript($0.text, in: $0.file) }

  /// The commands that read files which a page does not show: reports.
  private static let readers = ["compare", "report"]

  /// What the tests of the lessons run, which takes its time: the whole course as pages.
  private static let triedElsewhere = ["singleton-bench learn --html course"]

  /// The commands in running text or on lines of their own, except those that read reports or have placeholders.
  static let commands: [String] = articles.flatMap { article in
    article.text.matches(of: /(?:`| {4})(singleton-(?:bench|litmus) [^`\n]+)/).map { String($0.1) }
  }.filter { command in
    !["CODE", "FILE", "$"].contains(where: command.contains) && !readers.contains(where: { command.hasWord($0) })
      && !triedElsewhere.contains(command)
  }

  /// The commands that read reports, on lines of their own or in scripts.
  static let readingCommands: [String] = (articles + readme).flatMap { page in
    page.text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("    "), let start = line.range(of: "singleton-bench ")?.lowerBound else { return nil }
      let command = String(line[start...])
      return readers.contains(where: { command.hasWord($0) }) ? command : nil
    }
  }
}

extension String {
  /// Returns whether the command line names this command of the program.
  fileprivate func hasWord(_ command: String) -> Bool { hasPrefix("singleton-bench \(command) ") }
}
