import Foundation
import TestSupport
import Testing

/// Files that a command must not replace.
@Suite struct `Files that are not replaced` {
  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

  private func start(_ arguments: [String]) throws -> ProcessResult {
    try runner.start(.singletonBench, arguments).wait()
  }

  private func run(_ arguments: String...) throws -> ProcessResult {
    try start(["--strategy", "mutex", "--scenario", "first-access", "--trials", "100", "--seed", "1"] + arguments)
  }

  @Test(arguments: [
    ["merge", "a.csv", "--csv", "a.csv"], ["merge", "a.csv", "--csv", "./a.csv"], ["merge", "a.csv", "--csv", "link"],
    ["merge", "link", "--csv", "hard"], ["report", "a.csv", "--html", "a.csv"], ["report", "a.csv", "--html", "hard"],
    ["report", "a.csv", "--check", "hard", "--html", "link"], ["compare", "a.csv", "a.csv", "--summary", "hard"],
    ["compare", "a.csv", "a.csv", "--junit", "link"],
  ]) func `an input is not replaced, by whatever name, and the message names both`(arguments: [String]) throws {
    #expect(try run("--csv", "a.csv").end == .exit(0))
    let report = try runner.folder.text(of: "a.csv")
    try FileManager.default.createSymbolicLink(atPath: runner.folder("link"), withDestinationPath: "a.csv")
    try FileManager.default.linkItem(atPath: runner.folder("a.csv"), toPath: runner.folder("hard"))
    let result = try start(arguments)
    #expect(result.end == .exit(64) && result.output.isEmpty)
    let output = arguments.last!
    #expect(
      result.messages.contains("--\(arguments.dropLast().last!.dropFirst(2)) \"\(output)\" would replace the input"))
    #expect(try runner.folder.text(of: "a.csv") == report)
  }

  @Test func `two outputs are two files, by whatever name`() throws {
    try runner.folder.write("", to: "a.csv")
    try FileManager.default.createSymbolicLink(atPath: runner.folder("link"), withDestinationPath: "a.csv")
    let result = try run("--csv", "a.csv", "--samples", "link")
    #expect(result.end == .exit(64))
    #expect(result.messages.contains("--samples and --csv name the same file, \"link\" or \"a.csv\"\n"))
  }

  @Test func `a file that is not a report is replaced only with --force`() throws {
    try runner.folder.write("dear diary\n", to: "notes.txt")
    let refused = try run("--csv", "notes.txt")
    #expect(refused.end == .exit(73) && refused.output.isEmpty)
    #expect(
      refused.messages.hasPrefix(
        """
        singleton-bench: notes.txt exists and is not a report: it begins with "dear
            diary\\n"
          expected: a new file, or a report to replace
          next:     name another path with --csv PATH, or add --force to replace it

        """), "\(refused.messages)")
    #expect(try runner.folder.text(of: "notes.txt") == "dear diary\n")
    #expect(try runner.folder.names == ["notes.txt"])
    #expect(try run("--csv", "notes.txt", "--force").end == .exit(0))
    #expect(try runner.report("notes.txt")["status"] == ["ok"])
  }

  @Test func `merge replaces a file that is not a report only with --force`() throws {
    #expect(try run("--csv", "a.csv").end == .exit(0))
    try runner.folder.write("dear diary\n", to: "notes.txt")
    #expect(try start(["merge", "a.csv", "--csv", "notes.txt"]).end == .exit(73))
    #expect(try runner.folder.text(of: "notes.txt") == "dear diary\n")
    #expect(try start(["merge", "a.csv", "--csv", "notes.txt", "--force"]).end == .exit(0))
    #expect(try runner.folder.text(of: "notes.txt") == runner.folder.text(of: "a.csv"))
  }

  @Test func `an empty file and an older report are replaced`() throws {
    try runner.folder.write("", to: "r.csv")
    for _ in 1...2 { #expect(try run("--csv", "r.csv").end == .exit(0)) }
    #expect(try runner.report("r.csv")["status"] == ["ok"])
  }
}
