import Foundation
import SingletonCore
import SingletonStrategies
import SingletonStrategyKit
import TestSupport
import Testing

/// What is true of a processor is said of the processor: what a compiler does is not known before it has done it.
@Suite struct `What texts say of x86` {
  /// The lessons, the articles and the tutorials.
  private static let files: [String] = {
    let sources = Repository.root.appending(path: "Sources").path
    return (FileManager.default.enumerator(atPath: sources)?.compactMap { $0 as? String } ?? []).filter { file in
      let isArticle = [".md", ".tutorial"].contains { file.hasSuffix($0) }
      return isArticle || (file.hasPrefix("Bench/SingletonCourse/") && file.hasSuffix(".swift"))
    }.sorted()
  }()

  /// Returns the text in one line, without the marks of a line that goes on in a string.
  private static func text(of file: String) throws -> String {
    try Repository.text("Sources/" + file).split { $0.isWhitespace || $0 == "\\" }.joined(separator: " ")
  }

  private static func neverOnX86(in text: String) -> [Substring] {
    text.matches(of: /(?i)x86(-64)?(?! processor)[^.|]{0,40} (never|cannot)\b|no x86 machine (shows|can)/).map(
      \.output.0)
  }

  @Test func `none says that a machine never shows what a compiler may cause`() throws {
    #expect(Self.files.count > 50)
    for file in Self.files {
      let found = Self.neverOnX86(in: try Self.text(of: file))
      #expect(found.isEmpty, "\(file): \(found)")
    }
  }

  @Test(arguments: [
    "Those with ARM may; those with x86 cannot.", "On x86 it never is.",
    "On an x86 machine, runs will never show more.",
    "No x86 machine shows this", "A run on x86-64 cannot count any",
  ])
  func `such a sentence is found`(sentence: String) { #expect(Self.neverOnX86(in: sentence).count == 1) }

  @Test func `the plan of a class says which strategies are half-built on every machine`() throws {
    let plan = try Repository.text("Sources/Bench/singleton-bench/Documentation.docc/TeachingAClass.md")
    let row = try #require(plan.split(separator: "\n").first { $0.contains("see half-built?") })
    let patterns = row.matches(of: /--strategy '?([a-z-]+\*?)/).map(\.output.1)
    let strategies = Catalog.standard.entries.map(\.info).filter { info in
      patterns.contains { $0.last == "*" ? info.id.hasPrefix($0.dropLast()) : info.id == $0 }
    }
    #expect(strategies.count >= 2)
    for info in strategies {
      let shown = try #require(info.expectation(in: .firstAccess)).demand.defects
      #expect(row.contains("`\(info.id)` on every machine") == shown.contains(.halfBuilt), "\(info.id)")
    }
  }
}
