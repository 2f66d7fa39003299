import Foundation
import TestSupport
import Testing

@Suite struct `Standard output and standard error` {
  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

  private func run(_ arguments: String..., output: RunningProcess.Output = .file) throws -> ProcessResult {
    let rows = [
      "--form", "harness", "--strategy", "mutex", "--scenario", "first-access", "--trials", "100", "--seed", "1",
    ]
    return try runner.start(.singletonBench, rows + arguments, output: output).wait()
  }

  @Test func `a run prints its table, and nothing else if the seed is given`() throws {
    let result = try run()
    #expect(result.output.hasSuffix("\n1 row, as expected: 1 passed.\n"))
    #expect(result.remarks.isEmpty)
  }

  @Test func `--format json prints JSON with the report's names and numbers, and the seed as a string`() throws {
    let seed = ["--seed", "18446744073709551615", "--format", "json"]
    let rowsOfRun = ["--form", "harness", "--strategy", "mutex", "--scenario", "first-access", "--trials", "100"]
    let result = try runner.start(.singletonBench, rowsOfRun + seed).wait()
    let report = try runner.report()
    let json = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let rows = try #require(json["rows"] as? [[String: Any]])
    #expect(rows.count == 1)
    #expect(Set(rows[0].keys) == Set(report.header))
    #expect(rows[0]["trials"] as? Int == 100)
    #expect(rows[0]["seed"] as? String == "0xffffffffffffffff")
    #expect(rows[0]["strategy"] as? String == "mutex")
    #expect(rows[0]["commit"] is NSNull || rows[0]["commit"] is String)
  }

  @Test(arguments: [("70", 70), ("100", 100), ("", 80), ("wide", 80), ("19", 80), ("1001", 80), ("-60", 80)])
  func `redirected text is as wide as COLUMNS says, if that is from 20 to 1000`(columns: String, width: Int) throws {
    let output = try runner.run(.singletonBench, "list", environment: ["COLUMNS": columns]).output
    let widest = try #require(output.split(separator: "\n").map(\.count).max())
    #expect(widest <= width && widest > width - 8)
  }

  @Test(arguments: [["list"], ["learn"], ["completions", "bash"], ["--help"]])
  func `a closed standard output ends the program quietly`(arguments: [String]) throws {
    let result = try runner.start(.singletonBench, arguments, output: .withoutReader).wait()
    #expect(result.end == .exit(141))
    #expect(result.messages.isEmpty)
  }

  @Test func `a list piped into head ends quietly`() throws {
    let process = try runner.start(.singletonBench, ["list"], script: #""$0" "$@" | head -1"#)
    let result = try process.wait()
    #expect(result.end == .exit(0))
    #expect(result.output == "Strategies:\n")
    #expect(result.messages.isEmpty)
  }

  @Test func `a standard output that is closed from the start gives exit code 73`() throws {
    let process = try runner.start(.singletonBench, ["--strategy", "mutex"], script: #"exec "$0" "$@" >&-"#)
    let result = try process.wait()
    #expect(result.end == .exit(73))
    #expect(result.messages.contains("cannot write standard output"))
    #expect(try runner.folder.names.isEmpty)
  }
}

extension ProcessResult {
  /// The messages, without the warnings about the machine, its load and the build.
  fileprivate var remarks: [Substring] {
    messages.split(separator: "\n").filter { !$0.hasPrefix("warning: ") && !$0.hasPrefix("    ") }
  }
}
