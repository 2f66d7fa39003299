import Foundation
import TestSupport
import Testing

/// The strategies in plain Swift: their files, and what the compiler says of them.
@Suite struct `Plain Swift listings` {
  private static let folder = Repository.root.appending(path: "Sources/PlainSwift")

  private static let files: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".swift") }.sorted()
  }()

  private static func text(_ file: String) throws -> String { try Repository.text("Sources/PlainSwift/\(file)") }

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

  /// What the type checker accepts may still be rejected by the checks of data flow, which come after it.
  @Test func `the other listings compile in Swift 6`() throws {
    let accepted = try Self.files.filter { Self.quotedError(in: try Self.text($0)) == nil }
    let compiler = try Self.compile(accepted, ["-emit-sil", "-o", "/dev/null"])
    #expect(compiler.status == 0 && compiler.text.isEmpty, "\(compiler.text)")
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
