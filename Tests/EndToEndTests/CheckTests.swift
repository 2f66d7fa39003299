import Foundation
import TestSupport
import Testing

@Suite struct `The command check` {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func check(_ arguments: String...) throws -> Answer {
    try bench.start(.singletonBench, ["check"] + arguments).wait()
  }

  @Test func `proves what is sound, with the number of executions and what the proof says`() throws {
    let answer = try check("--strategy", "mutex", "--scenario", "first-access")
    #expect(answer.end == .exit(0))
    #expect(answer.output.contains(/first-access, 2 threads\nmutex +2  proved/))
    #expect(answer.output.contains(/first-access, 3 threads\nmutex +6  proved/))
    #expect(answer.output.replacing("\n", with: " ").contains("under RC11 with C++20 release sequences;"))
    #expect(answer.output.hasSuffix("2 rows: 2 proved; everything as declared.\n"))
    #expect(answer.messages.isEmpty)
  }

  @Test func `draws what it refutes, and the code shows it again`() throws {
    let answer = try check("--strategy", "double-checked-lock", "--scenario", "first-access", "--threads", "2")
    #expect(answer.end == .exit(0))
    #expect(answer.output.contains("    thread 1                               thread 2\n"))
    #expect(answer.output.contains(">> looks into A: not initialised"))
    #expect(answer.output.contains("stale: it is initialised by now"))
    #expect(answer.output.contains("24: if instance.load() == nil {"))
    #expect(answer.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let code = try #require(answer.output.firstMatch(of: /replay:  singleton-bench replay (\S+)/)?.1)
    let replay = try bench.run(.singletonBench, "replay", String(code))
    #expect(replay.end == .exit(0))
    #expect(replay.messages.isEmpty)
    let start = try #require(answer.output.range(of: "    thread 1")).lowerBound
    let end = try #require(answer.output.range(of: "\(code)\n")).upperBound
    #expect(replay.output.hasSuffix(answer.output[start..<end]))
    #expect(replay.output.contains("seen by: ARM"))
  }

  @Test func `draws what README.md shows of it`() throws {
    let shown = try Self.example(inReadmeUnder: "## Proving")
    let answer = try check(
      "--strategy", "relaxed-double-checked-lock", "--scenario", "first-access", "--threads", "2")
    #expect(answer.output.contains(shown))
  }

  /// The first block of a section that is set in.
  private static func example(inReadmeUnder heading: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let section = try #require(text.split(separator: heading).last)
    let lines = section.split(separator: "\n", omittingEmptySubsequences: false)
    let block = lines.drop { !$0.hasPrefix("    ") }.prefix { $0.isEmpty || $0.hasPrefix("    ") }
    return block.map { $0.dropFirst(4) }.joined(separator: "\n").trimmingCharacters(in: .newlines)
  }

  @Test func `is 1 where a declared promise is refuted, and where a declared defect is not found`() throws {
    let refuted = try bench.run(.faultyBench, "check", "--strategy", "declared-sound", "--junit", "junit.xml")
    #expect(refuted.end == .exit(1))
    #expect(refuted.output.contains("NOT DECLARED: expected sound"))
    #expect(try bench.folder.text(of: "junit.xml").contains("failures=\"2\""))
    let proved = try bench.run(.faultyBench, "check", "--strategy", "declared-racy", "--threads", "2")
    #expect(proved.end == .exit(1))
    #expect(proved.output.contains("NOT FOUND: expected defect:instances"))
  }

  @Test func `is 3 where a limit stopped it, which is no proof`() throws {
    let answer = try check("--strategy", "once-token", "--scenario", "first-access", "--max-executions", "3")
    #expect(answer.end == .exit(3))
    #expect(answer.output.contains(/once-token +3  stopped by a limit/))
    #expect(!answer.output.contains("proved"), "\(answer.output)")
    #expect(try check("--strategy", "weak", "--scenario", "mixed*", "--threads", "3", "--time", "1ns").end == .exit(3))
  }

  @Test(arguments: [["--strategy", "no-such"], ["--scenario", "nowhere"]])
  func `is 4 where nothing is selected`(arguments: [String]) throws {
    #expect(try bench.start(.singletonBench, ["check"] + arguments).wait().end == .exit(4))
  }

  @Test(arguments: [
    ["--threads", "6"], ["--threads", "0"], ["--model", "arm"], ["--max-executions", "0"], ["extra"],
  ]) func `is 64 where the usage was wrong`(arguments: [String]) throws {
    #expect(try bench.start(.singletonBench, ["check"] + arguments).wait().end == .exit(64))
  }

  @Test func `is 65 of a strategy that is not deterministic, with what it did instead`() throws {
    let answer = try bench.run(.faultyBench, "check", "--strategy", "moody", "--threads", "2")
    #expect(answer.end == .exit(65))
    #expect(answer.output.isEmpty)
    #expect(answer.messages.contains("at the replay") && answer.messages.contains("  expected: "))
  }

  @Test func `is 73 where its output cannot be written`() throws {
    #expect(try check("--strategy", "mutex", "--junit", "nowhere/junit.xml").end == .exit(73))
  }

  @Test func `says the same as data`() throws {
    let rows = [
      "--strategy", "relaxed-double-checked-lock", "--scenario", "first-access", "--threads", "2", "--format",
    ]
    let csv = try bench.start(.singletonBench, ["check"] + rows + ["csv"]).wait()
    let report = try Report(csv.output)
    #expect(
      report.header == [
        "strategy", "scenario", "threads", "model", "verdict", "executions", "expected", "grade", "weakest_model",
        "witness", "replay",
      ])
    #expect(report["verdict"] == ["refuted"] && report["weakest_model"] == ["rc11"] && report["grade"] == ["shown"])
    let json = try bench.start(.singletonBench, ["check"] + rows + ["json"]).wait()
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let row = try #require((object["rows"] as? [[String: Any]])?.first)
    #expect((row["steps"] as? [Any])?.count == 7)
    #expect(row["replay"] as? String == report["replay"][0])
    let markdown = try bench.start(.singletonBench, ["check"] + rows + ["markdown"]).wait()
    #expect(markdown.output.hasPrefix("| scenario | threads | model | strategy |"))
    #expect(
      markdown.output.hasSuffix(
        " |\n\nSeen by: (rc11) \(Self.weakMachines).\n\n1 row: 1 refuted; everything as declared.\n"))
  }

  private static let weakMachines =
    "ARM, POWER and RISC-V, or a compiler's reordering; no x86 machine by itself"

  @Test func `of what only the runtime has says that it is not modelled`() throws {
    let answer = try check("--strategy", "static-let", "--scenario", "first-access", "--threads", "2")
    #expect(answer.end == .exit(0))
    #expect(answer.output.hasSuffix("1 row: 1 not modelled; nothing was checked.\n"))
  }
}

@Suite struct `The command replay` {
  @Test(arguments: ["x", "07B14", "07B14-0G004-31040-G2080-009K8-9", "99999-99999-99999", ""])
  func `refuses a code that is none, with what was expected`(code: String) throws {
    let answer = try Workbench().run(.singletonBench, "replay", code)
    #expect(answer.end == .exit(code.isEmpty ? 64 : 65))
    #expect(answer.output.isEmpty && answer.messages.contains("  expected: "))
  }

  @Test func `says of a code of another version which it is, and which is expected`() throws {
    let answer = try Workbench().run(.singletonBench, "replay", "07B14-0G004-31040-G2080-009K8-8")
    #expect(answer.end == .exit(65))
    #expect(answer.messages.contains("version 1") && answer.messages.contains("version 2"))
  }
}
