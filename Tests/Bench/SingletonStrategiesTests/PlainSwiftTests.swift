import Foundation
import SingletonStrategies
import SingletonStrategyKit
import TestSupport
import Testing

/// The strategies in plain Swift: their files, and what the compiler says of them.
@Suite struct `Plain Swift listings` {
  private static let folder = Repository.root.appending(path: "Sources/Bench/PlainSwift")
  private static let infos = Catalog.standard.entries.map(\.info)

  private static let files: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".swift") }.sorted()
  }()

  private static func text(_ file: String) throws -> String { try Repository.text("Sources/Bench/PlainSwift/\(file)") }

  @Test(arguments: infos)
  func `every strategy has a listing, and what is embedded is the file that is compiled`(info: StrategyInfo) throws {
    let file = info.file.replacing("SingletonStrategies/", with: "Sources/Bench/PlainSwift/")
    let listing = try #require(
      Catalog.standard.plainSwift(of: info), "write \(file), then run scripts/embed-sources")
    #expect(listing.text == (try Repository.text(file)))
  }

  @Test func `every listing belongs to a strategy`() {
    let shown = Self.infos.compactMap { Catalog.standard.plainSwift(of: $0)?.name }
    #expect(Set(Self.files).subtracting(shown).isEmpty)
  }

  @Test(arguments: files) func `a listing opens with a comment and fits on a page`(file: String) throws {
    let lines = try Self.text(file).split(separator: "\n", omittingEmptySubsequences: false)
    let comment = lines.prefix { $0.hasPrefix("// ") }
    #expect((1...4).contains(comment.count) && lines[comment.count].isEmpty)
    #expect((5...48).contains(lines.count))
  }

  @Test(arguments: files) func `a listing uses nothing of what strategies are written with`(file: String) throws {
    let text = try Self.text(file)
    #expect(text.firstMatch(of: /\b(Backend|Caller|Cell|InstanceClass|PerClass|Strategy|Variable)\b/) == nil)
    let imports = Set(text.matches(of: /(?m)^ *import (\w+)$/).map(\.1))
    #expect(imports.isSubset(of: ["Dispatch", "Foundation", "Synchronization"]))
  }

  @Test func `Swift 6 rejects exactly the listings that say so, with the error that they quote`() throws {
    let rejected = try Self.compile(Self.files).errorsByFile
    for file in Self.files {
      let errors = rejected[file] ?? []
      let quoted = Self.quotedError(in: try Self.text(file))
      #expect(errors.isEmpty == (quoted == nil), "\(file): \(errors)")
      if let quoted { #expect(errors.contains { $0.hasPrefix(quoted) }, "\(file): \(errors)") }
    }
  }

  /// The checks of data flow, which come later, may reject a source that the type checker accepts.
  @Test func `the other listings compile in Swift 6`() throws {
    let accepted = try Self.files.filter { Self.quotedError(in: try Self.text($0)) == nil }
    let compiler = try Self.compile(accepted, ["-emit-sil", "-o", "/dev/null"])
    #expect(compiler.status == 0 && compiler.text.isEmpty, "\(compiler.text)")
  }

  @Test func `the tutorial's listing compiles in Swift 5, and Swift 6 rejects it with the error that it quotes`() throws
  {
    let path = "Sources/Bench/singleton-bench/Documentation.docc/Resources/SpinLockGuarded-plain.swift"
    let quoted = try #require(Self.quotedError(in: Repository.text(path)))
    let (old, new) = try (Self.compile(["../../../\(path)"], mode: "5"), Self.compile(["../../../\(path)"], mode: "6"))
    #expect(old.status == 0 && old.text.isEmpty, "\(old.text)")
    #expect(new.errors.count == 1 && new.errors.allSatisfy { $0.hasPrefix("error: " + quoted) }, "\(new.text)")
  }

  /// The beginning of the error that a listing's comment quotes.
  private static func quotedError(in text: String) -> String? {
    text.firstMatch(of: /\n\/\/ Swift 6 rejects this: (.*)\.\n/).map { String($0.1) }
  }

  /// - Parameter mode: The language mode.
  private static func compile(
    _ files: [String], _ action: [String] = ["-typecheck"], mode: String = "6"
  ) throws -> SwiftCompiler {
    try SwiftCompiler(
      action + ["-swift-version", mode, "-whole-module-optimization", "-parse-as-library"] + files, in: folder)
  }
}
