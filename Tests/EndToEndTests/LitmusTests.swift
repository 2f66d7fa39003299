import Foundation
import TestSupport
import Testing

/// The exit codes of `litmus`, from outside.
@Suite struct `The command litmus` {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func litmus(_ text: String, _ arguments: String...) throws -> Answer {
    try bench.folder.write(text, to: "f.json")
    return try bench.start(.singletonBench, ["litmus", "f.json"] + arguments).wait()
  }

  private static func program(_ stated: String) -> String {
    "{\"name\": \"SB\", \"threads\": [[\"W.rlx x 1\", \"R.rlx r0 y\"], [\"W.rlx y 1\", \"R.rlx r0 x\"]]\(stated)}"
  }

  @Test func `is 0 for the oracle, whose hundred programs come out as stated`() throws {
    let oracle = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../ModelCheckerTests/Resources/litmus.json").standardized.path
    let answer = try bench.start(.singletonBench, ["litmus", oracle]).wait()
    #expect(answer.end == .exit(0) && answer.messages.isEmpty)
    #expect(answer.output.hasSuffix("\n100 programs, 300 rows: 300 as stated.\n"))
  }

  @Test func `is 0 where nothing is stated, and where everything is as stated`() throws {
    #expect(try litmus(Self.program("")).end == .exit(0))
    #expect(try litmus(Self.program(", \"tso\": {\"executions\": 4}")).end == .exit(0))
  }

  @Test func `is 1 where something differs`() throws {
    let answer = try litmus(Self.program(", \"tso\": {\"executions\": 3}"))
    #expect(answer.end == .exit(1))
    #expect(answer.output.contains("DIFFERS: expected 3 executions, got 4."))
  }

  @Test func `is 3 where a limit came first`() throws {
    #expect(try litmus(Self.program(", \"rc11\": {\"executions\": 4}"), "--max-executions", "2").end == .exit(3))
  }

  @Test func `is 4 where there is no program, or none that was asked for`() throws {
    #expect(try litmus("[]").end == .exit(4))
    #expect(try litmus(Self.program(""), "--test", "MP*").end == .exit(4))
  }

  @Test(arguments: [
    [], ["f.json", "--model", "arm"], ["f.json", "--max-executions", "0"], ["f.json", "--format", "xml"],
    ["f.json", "--test", "[a"],
  ]) func `is 64 where the usage was wrong`(arguments: [String]) throws {
    let answer = try bench.start(.singletonBench, ["litmus"] + arguments).wait()
    #expect(answer.end == .exit(64))
    #expect(answer.output.isEmpty && answer.messages.contains("  expected: "))
  }

  @Test(arguments: ["", "{", "{\"name\": \"x\"}", program(", \"sc\": []")])
  func `is 65 where the file is not in the notation`(text: String) throws {
    let answer = try litmus(text)
    #expect(answer.end == .exit(65))
    #expect(answer.output.isEmpty && answer.messages.hasPrefix("singleton-bench: f.json, line 1, column "))
    #expect(answer.messages.contains("  expected: "))
  }

  @Test func `is 65 where brackets are nested without an end, and no crash`() throws {
    #expect(try litmus(String(repeating: "[", count: 100_000)).end == .exit(65))
  }

  @Test func `is 65 where the file cannot be read`() throws {
    #expect(try bench.run(.singletonBench, "litmus", "missing.json").end == .exit(65))
    #expect(try bench.run(.singletonBench, "litmus", "/").end == .exit(65))
  }

  #if os(Linux)
    @Test func `is 73 where standard output cannot be written`() throws {
      try bench.folder.write(Self.program(""), to: "f.json")
      let script = "exec \"$0\" \"$@\" >/dev/full"
      let answer = try bench.start(.singletonBench, ["litmus", "f.json"], script: script).wait()
      #expect(answer.end == .exit(73))
      #expect(answer.messages.contains("cannot write standard output"))
    }
  #endif
}
