import Foundation
import TestSupport
import Testing

@Suite struct `Standard input` {
  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

  /// Runs the program with a file as its standard input, through a pipe.
  private func pipe(
    _ file: String, _ arguments: String..., into program: Program = .singletonBench
  ) throws -> ProcessResult {
    try runner.start(program, arguments, script: "cat \(file) | \"$0\" \"$@\"").wait()
  }

  private func makeReport() throws {
    let rows = [
      "--form", "harness", "--strategy", "mutex", "--scenario", "first-access", "--trials", "100", "--seed", "1",
    ]
    #expect(try runner.start(.singletonBench, rows + ["--csv", "r.csv"]).wait().end == .exit(0))
  }

  @Test func `a report is read from standard input as -`() throws {
    try makeReport()
    #expect(try pipe("r.csv", "compare", "r.csv", "-").output.hasSuffix("1 row: 1 the same in outcomes alone.\n"))
    #expect(try pipe("r.csv", "compare", "--old", "-", "--new", "r.csv").end == .exit(0))
    #expect(try pipe("r.csv", "report", "-", "--html", "-").output.hasPrefix("<!DOCTYPE html>"))
  }

  @Test(arguments: ["json", "csv"]) func `the results of a check are read from standard input as -`(
    format: String
  ) throws {
    try makeReport()
    let check = ["check", "--strategy", "mutex", "--scenario", "first-access", "--threads", "2", "--format", format]
    try runner.folder.write(runner.start(.singletonBench, check).wait().output, to: "check")
    let result = try pipe("check", "report", "r.csv", "--check", "-", "--html", "-")
    #expect(result.end == .exit(0) && result.output.contains("proved"), "\(result.messages)")
  }

  @Test func `a litmus program is read from standard input as -`() throws {
    try runner.folder.write("{\"name\": \"own\", \"threads\": [[\"W.rlx x 1\"]]}", to: "f.json")
    #expect(try pipe("f.json", "-", into: .singletonLitmus).output.contains("\nown\n"))
  }

  @Test func `a malformed standard input is named in the message`() throws {
    try runner.folder.write("[", to: "f.json")
    let result = try pipe("f.json", "-", into: .singletonLitmus)
    #expect(result.end == .exit(65))
    #expect(result.messages.hasPrefix("singleton-litmus: standard input, line 1, column 2: "))
  }

  @Test(arguments: [
    ["compare", "-", "-"], ["report", "-", "--check", "-", "--html", "o.html"],
  ]) func `standard input given twice is a usage error`(arguments: [String]) throws {
    let result = try runner.start(.singletonBench, arguments).wait()
    #expect(result.end == .exit(64))
    #expect(result.messages.hasPrefix("singleton-bench: standard input (-) is given twice\n"))
    #expect(try runner.folder.names.isEmpty)
  }
}
