import Foundation
import TestSupport
import Testing

@Suite struct `Standard output and standard error` {
  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

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

  @Test func `a standard output that is closed from the start gives exit code 73`() throws {
    let process = try runner.start(.singletonBench, ["--strategy", "mutex"], script: #"exec "$0" "$@" >&-"#)
    let result = try process.wait()
    #expect(result.end == .exit(73))
    #expect(result.messages.contains("cannot write standard output"))
    #expect(try runner.folder.names.isEmpty)
  }
}
