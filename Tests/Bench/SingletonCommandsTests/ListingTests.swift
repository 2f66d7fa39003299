import Foundation
import SingletonStrategies
import SingletonStrategyKit
import TestSupport
import Testing

@testable import SingletonCommands

/// The code in explanations, cut out of what is printed, as readers copy it.
@Suite struct `Listings of explanations` {
  private struct CutCode {
    /// The name of the strategy's file, or that of a file that the strategy is built on.
    let name: String
    let text: String
  }

  private static let ids = Explanations.ids

  /// The explanations, made once, because each of them asks the checker.
  private static let explanations = Result {
    try Catalog.standard.entries.map { ($0.info.id, try Explanation(of: $0, in: .standard)) }
  }

  /// Returns what is printed on a terminal of this width; 80 columns are also those of a pipe.
  private static func text(_ id: String, width: Int) throws -> String {
    guard width != 80 else { return try #require(Explanations.texts[id]) }
    let explanation = try explanations.get().first { $0.0 == id }
    return try #require(explanation?.1.text(width: width))
  }

  /// Returns the lines below a title, up to the first one that is less indented.
  private static func block(_ title: String, in text: String, indentation: Int) throws -> String {
    let start = try #require(text.range(of: "\n\(title):\n"), "\(title)").upperBound
    let margin = String(repeating: " ", count: indentation)
    let lines = text[start...].split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { $0.isEmpty || $0.hasPrefix(margin) }
    return lines.map { $0.dropFirst(indentation) + "\n" }.joined()
  }

  private static func plainSwift(_ id: String, width: Int) throws -> String {
    let info = try #require(Catalog.standard.entry(id)).info
    let path = try #require(Catalog.standard.plainSwift(of: info)).path
    return try block("In plain Swift, \(path)", in: text(id, width: width), indentation: 4)
  }

  private static func sources(_ id: String, width: Int) throws -> [CutCode] {
    let entry = try #require(Catalog.standard.entry(id))
    return try Catalog.standard.sources(of: entry.info).map { source in
      let numbered = try block(source.path, in: text(id, width: width), indentation: 2)
      let digits = numbered.split(separator: "\n").last?.prefix { $0.isNumber }.count ?? 0
      let lines = numbered.split(separator: "\n").map { $0.dropFirst(digits + 2) + "\n" }
      return CutCode(name: source.name, text: lines.joined())
    }
  }

  @Test(arguments: [80, 60]) func `the plain Swift of all explanations compiles when it is copied`(width: Int) throws {
    let folder = try TemporaryFolder()
    for id in Self.ids { try folder.write(Self.plainSwift(id, width: width), to: id + ".swift") }
    let compiler = try SwiftCompiler(
      ["-typecheck", "-swift-version", "5", "-whole-module-optimization", "-parse-as-library"]
        + Self.ids.map { $0 + ".swift" },
      in: URL(filePath: folder.path))
    #expect(compiler.status == 0 && compiler.text.isEmpty, "\(compiler.text)")
  }

  @Test(arguments: [80, 60]) func `the source of all explanations parses when it is copied`(width: Int) throws {
    let folder = try TemporaryFolder()
    for id in Self.ids {
      for code in try Self.sources(id, width: width) { try folder.write(code.text, to: "\(id)-\(code.name)") }
    }
    let files = try folder.names
    #expect(files.count > Self.ids.count)
    let compiler = try SwiftCompiler(["-parse", "-whole-module-optimization"] + files, in: URL(filePath: folder.path))
    #expect(compiler.status == 0 && compiler.text.isEmpty, "\(compiler.text)")
  }

  @Test(arguments: ids) func `a listing of an explanation has the words of its file`(id: String) throws {
    let info = try #require(Catalog.standard.entry(id)).info
    let file = try #require(Catalog.standard.plainSwift(of: info)).text
    func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace).filter { $0 != "//" } }
    #expect(try words(Self.plainSwift(id, width: 80)) == words(file))
  }
}
