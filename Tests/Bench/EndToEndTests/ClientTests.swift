import Foundation
import TestSupport
import Testing

/// The tool of a client's package, which knows only what `SingletonBench` exports.
@Suite struct `A client's tool` {
  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

  private func run(_ arguments: String...) throws -> ProcessResult {
    let result = try runner.start(.clientBench, arguments).wait()
    #expect(!(result.output + result.messages).contains("singleton-bench "))
    return result
  }

  @Test func `a run counts in child processes, and writes a report of the tool's name`() throws {
    let result = try run("--threads", "2")
    #expect(result.end == .exit(0), "\(result.messages)")
    #expect(try runner.folder.names == [Program.clientBench.report])
    let report = try runner.report(Program.clientBench.report)
    #expect(report["strategy"] == ["client-lazy", "client-mutex", "client-mutex"])
    #expect(report["verdict"] == ["unsafe:instances", "proved", "unsafe:instances"])
  }

  @Test func `check draws the lines of the client's file, and its code is replayed`() throws {
    let result = try run("check", "--strategy", "client-lazy", "--threads", "2")
    #expect(result.end == .exit(0))
    #expect(result.output.contains("\nClientLazy.swift:\n"))
    #expect(result.output.contains(/\d+: if instance\.load\(\) == nil \{\n +-> reads instance: nil/))
    let code = try #require(result.output.firstMatch(of: /replay: +client-bench replay (\S+)/)?.1)
    let replay = try run("replay", String(code))
    #expect(replay.output.contains(/\d+: instance\.store\(caller\.make\(\)\)\n +-> initializes A/))
  }

  @Test func `a step of an entry point that is not redirected has its line, too`() throws {
    let result = try run("check", "--strategy", "client-mutex", "--scenario", "mixed-construction", "--threads", "2")
    #expect(result.output.contains(/Strategy\.swift:\d+: public func/))
  }

  @Test func `explain shows the comment and the source of the client's file`() throws {
    let text = try run("explain", "client-mutex").output
    #expect(text.contains("  Idea               A lock is held during the whole accessor.\n"))
    #expect(text.contains(/\n +\d+  struct ClientMutex<B: Backend>: Strategy \{\n/))
    #expect(!text.contains("plain Swift") && !text.contains("lesson"))
  }

  @Test func `compare and report read what the run has written`() throws {
    _ = try run("--threads", "2", "--trials", "1000")
    #expect(try run("compare", "client-bench.csv", "client-bench.csv").end == .exit(0))
    #expect(try run("report", "client-bench.csv", "--html", "page.html").end == .exit(0))
    #expect(try runner.folder.text(of: "page.html").contains("<title>client-bench: "))
  }
}

@Suite struct `The page on strategies of one's own` {
  private static let text =
    (try? Repository.text("Sources/Bench/SingletonBench/Documentation.docc/StrategiesOfYourOwn.md")) ?? ""
  private static let transcripts = DocumentedPages.blocks("text", in: text).compactMap {
    Transcript($0, in: URL(filePath: "StrategiesOfYourOwn.md"))
  }

  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

  private func fixture(_ path: String) throws -> String { try Repository.text("Tests/Fixtures/ClientBench/\(path)") }

  @Test(arguments: [
    "Sources/ClientStrategies/ClientLazy.swift", "Sources/ClientStrategies/ClientMutex.swift",
    "Sources/ClientStrategies/ClientCatalog.swift", "Sources/client-bench/main.swift",
    "Tests/ClientStrategiesTests/ClientStrategiesTests.swift",
  ]) func `a file that the page shows is that of the client's package`(path: String) throws {
    let shown = DocumentedPages.blocks("swift", in: Self.text)
    #expect(try shown.contains { try "\($0)\n" == fixture(path) })
  }

  /// The fixture depends on this repository by its path.
  @Test func `the package that the page shows is the client's, but for the address`() throws {
    let lines = { (text: String) in text.split(separator: "\n").filter { !$0.contains(".package(") } }
    let shown = try #require(DocumentedPages.blocks("swift", in: Self.text).first)
    #expect(try lines(String(shown)) == lines(fixture("Package.swift")))
  }

  @Test(arguments: transcripts.flatMap(\.exchanges).map(\.command))
  func `what the page quotes is what the tool says`(command: String) throws {
    let exchange = try #require(Self.transcripts.flatMap(\.exchanges).first { $0.command == command })
    let arguments = command.split(separator: " ").dropFirst().map { String($0) }
    let result = try runner.start(.clientBench, arguments).wait()
    #expect(exchange.difference(from: result.output) == nil, "\(result.output)")
  }

  @Test func `the page quotes run, check and explain`() { #expect(Self.transcripts.count == 3) }
}
