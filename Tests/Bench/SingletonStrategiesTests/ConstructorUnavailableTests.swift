import Foundation
import TestSupport
import Testing

/// The part of the strategy `constructor-unavailable` that no run can test: the fixtures that bypass its accessor fail
/// to compile, each with the error in its first line.
@Suite struct `Unavailable constructors` {
  private static let folder = Repository.root.appending(path: "Tests/Fixtures/ConstructorUnavailable")

  private static let subject = "Settings.swift"
  private static let compiling = "Access.swift"

  /// Fixtures that must fail.
  private static let failing: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { ![subject, compiling].contains($0) }.sorted()
  }()

  @Test func `the accessor of a class without constructors compiles`() throws {
    let compiler = try Self.compile(Self.compiling)
    #expect(compiler.status == 0, "\(compiler.text)")
    #expect(compiler.errors.isEmpty)
  }

  @Test(arguments: failing) func `no other way to get an instance compiles`(fixture: String) throws {
    let source = try String(contentsOf: Self.folder.appending(path: fixture), encoding: .utf8)
    let words = try #require(source.firstMatch(of: /^\/\/ (error: .*)\n/)?.1)
    let compiler = try Self.compile(fixture)
    #expect(compiler.status != 0)
    #expect(compiler.errors == [String(words)], "\(compiler.text)")
  }

  @Test func `every other way to get an instance has a fixture`() {
    let fixtures = ["Construct", "ConstructByReference", "Copy", "MutableCopy", "New", "Subclass"]
    #expect(Self.failing == fixtures.map { $0 + ".swift" })
  }

  private static func compile(_ fixture: String) throws -> SwiftCompiler {
    try SwiftCompiler(["-typecheck", "-swift-version", "6", subject, fixture], in: folder)
  }
}
