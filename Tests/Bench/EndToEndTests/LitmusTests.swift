import Foundation
import TestSupport
import Testing

@Suite struct `The program for litmus files` {
  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

  private func litmus(_ text: String) throws -> ProcessResult {
    try runner.folder.write(text, to: "f.json")
    return try runner.start(.singletonLitmus, ["f.json"]).wait()
  }

  private static func program(_ stated: String) -> String {
    "{\"name\": \"SB\", \"threads\": [[\"W.rlx x 1\", \"R.rlx r0 y\"], [\"W.rlx y 1\", \"R.rlx r0 x\"]]\(stated)}"
  }

  @Test func `a difference from a litmus file gives exit code 1`() throws {
    let result = try litmus(Self.program(", \"tso\": {\"executions\": 3}"))
    #expect(result.end == .exit(1))
    #expect(result.output.contains("DIFFERS: expected 3 executions, got 4."))
  }

  @Test(arguments: [
    [], ["f.json", "--model", "power"], ["f.json", "--max-executions", "0"], ["f.json", "--format", "xml"],
    ["f.json", "--test", "[a"],
  ]) func `wrong usage of litmus gives exit code 64`(arguments: [String]) throws {
    let result = try runner.start(.singletonLitmus, arguments).wait()
    #expect(result.end == .exit(64))
    #expect(result.output.isEmpty && result.messages.contains("  expected: "))
  }

  @Test func `a litmus file that cannot be read gives exit code 65`() throws {
    #expect(try runner.run(.singletonLitmus, "missing.json").end == .exit(65))
    #expect(try runner.run(.singletonLitmus, "/").end == .exit(65))
  }

  #if os(Linux)
    @Test func `litmus gives exit code 73 if standard output cannot be written`() throws {
      try runner.folder.write(Self.program(""), to: "f.json")
      let script = "exec \"$0\" \"$@\" >/dev/full"
      let result = try runner.start(.singletonLitmus, ["f.json"], script: script).wait()
      #expect(result.end == .exit(73))
      #expect(result.messages.contains("cannot write standard output"))
    }
  #endif
}
