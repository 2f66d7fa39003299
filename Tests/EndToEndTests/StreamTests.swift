import Foundation
import TestSupport
import Testing

@Suite struct `The standard outputs` {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func run(_ arguments: String..., output: RunningProcess.Output = .file) throws -> Answer {
    let rows = ["--strategy", "mutex", "--scenario", "first-access", "--trials", "100", "--seed", "1"]
    return try bench.start(.singletonBench, rows + arguments, output: output).wait()
  }

  @Test func `get the table, and nothing besides where the seed was given`() throws {
    let answer = try run()
    #expect(answer.output.hasSuffix("\n1 row: 1 held.\n"))
    #expect(answer.remarks.isEmpty)
  }

  @Test func `get the report and the table apart with --csv -`() throws {
    let answer = try run("--csv", "-")
    #expect(try Report(answer.output)["status"] == ["ok"])
    #expect(answer.messages.hasSuffix("\n1 row: 1 held.\n"))
    #expect(!answer.messages.contains("schema_version"))
    #expect(try bench.folder.names.isEmpty)
  }

  @Test func `get the report twice with --format csv: as a file, and as data`() throws {
    let answer = try run("--format", "csv")
    #expect(try answer.output == bench.folder.text(of: "singleton-bench.csv"))
    #expect(answer.remarks.isEmpty)
  }

  @Test func `get JSON that others can read, with the report's names and figures`() throws {
    let answer = try run("--format", "json")
    let report = try bench.report()
    let json = try #require(try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any])
    let rows = try #require(json["rows"] as? [[String: Any]])
    #expect(rows.count == 1)
    #expect(Set(rows[0].keys) == Set(report.header))
    #expect(rows[0]["trials"] as? Int == 100)
    #expect(rows[0]["strategy"] as? String == "mutex")
    #expect(rows[0]["commit"] is NSNull || rows[0]["commit"] is String)
  }

  @Test func `get a Markdown table, each line with as many cells as the first`() throws {
    let lines = try run("--format", "markdown").output.split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(lines.count >= 3)
    let cells = lines.map { $0.split(separator: "|").count }
    #expect(Set(cells).count == 1)
    #expect(lines.contains { $0.contains("mutex") })
  }

  @Test(arguments: [["list"], ["completions", "bash"], ["--help"]])
  func `whose reader has left end the program quietly`(arguments: [String]) throws {
    let answer = try bench.start(.singletonBench, arguments, output: .withoutReader).wait()
    #expect(answer.end == .exit(141))
    #expect(answer.messages.isEmpty)
  }

  @Test func `whose reader has left cost neither the run nor its report`() throws {
    let answer = try run(output: .withoutReader)
    #expect(answer.end == .exit(141))
    #expect(answer.remarks.isEmpty)
    #expect(try bench.report()["status"] == ["ok"])
  }

  @Test func `into head end quietly`() throws {
    let process = try bench.start(.singletonBench, ["list"], script: #""$0" "$@" | head -1"#)
    let answer = try process.wait()
    #expect(answer.end == .exit(0))
    #expect(answer.output == "Strategies:\n")
    #expect(answer.messages.isEmpty)
  }

  @Test func `that are closed from the start are 73, and nothing runs`() throws {
    let process = try bench.start(.singletonBench, ["--strategy", "mutex"], script: #"exec "$0" "$@" >&-"#)
    let answer = try process.wait()
    #expect(answer.end == .exit(73))
    #expect(answer.messages.contains("cannot write standard output"))
    #expect(try bench.folder.names.isEmpty)
  }
}

extension Answer {
  /// Its messages, but for the warnings on the machine, its load and the build.
  fileprivate var remarks: [Substring] {
    messages.split(separator: "\n").filter { !$0.hasPrefix("warning: ") }
  }
}
