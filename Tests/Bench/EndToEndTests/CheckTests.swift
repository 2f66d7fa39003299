import Foundation
import TestSupport
import Testing

@Suite struct `The command check` {
  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

  private func check(_ arguments: String...) throws -> ProcessResult {
    try runner.start(.singletonBench, ["check"] + arguments).wait()
  }

  @Test func `check proves a sound strategy, with its executions and what the proof says`() throws {
    let result = try check("--strategy", "mutex", "--scenario", "first-access")
    #expect(result.end == .exit(0))
    #expect(result.output.contains(/first-access, 2 threads\nmutex +1  proved/))
    #expect(result.output.contains(/first-access, 3 threads\nmutex +1  proved/))
    #expect(result.output.replacing("\n", with: " ").contains("under RC11 with C++20 release sequences: "))
    #expect(result.output.hasSuffix("2 rows: 2 proved; everything as declared.\n"))
    #expect(result.messages.isEmpty)
  }

  @Test func `check with four threads ends without a limit from the user, and names the row that it stopped`() throws {
    let result = try check("--strategy", "weak", "--scenario", "reacquire", "--threads", "4")
    #expect(result.end == .exit(3))
    #expect(result.output.contains(/weak +-  not decided/))
    #expect(
      result.messages.replacing(/\s+/, with: " ").hasPrefix(
        "note: 1 row stopped after 5s, the limit from 4 threads on: weak, reacquire, 4 threads, rc11 next:"
          + " singleton-bench check --strategy weak --scenario reacquire --threads 4 --time 10m"))
    let own = try check("--strategy", "weak", "--scenario", "reacquire", "--threads", "4", "--time", "1ms")
    #expect(own.end == .exit(3))
    #expect(own.messages.isEmpty)
    let few = try check("--strategy", "mutex", "--scenario", "first-access", "--threads", "4")
    #expect(few.end == .exit(0))
    #expect(few.messages.isEmpty)
  }

  @Test func `check draws a counterexample, and its code replays it`() throws {
    let result = try check("--strategy", "double-checked-lock", "--scenario", "first-access", "--threads", "2")
    #expect(result.end == .exit(0))
    #expect(result.output.contains("    thread 1                               thread 2\n"))
    #expect(result.output.contains(">> looks into A: not initialized"))
    #expect(result.output.contains("stale: it is initialized by now"))
    #expect(result.output.contains(/\d+: if instance\.load\(\) == nil \{/))
    #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let code = try #require(result.output.firstMatch(of: /replay:  singleton-bench replay (\S+)/)?.1)
    let replay = try runner.run(.singletonBench, "replay", String(code))
    #expect(replay.end == .exit(0))
    #expect(replay.messages.isEmpty)
    let start = try #require(result.output.range(of: "    thread 1")).lowerBound
    let end = try #require(result.output.range(of: "\(code)\n")).upperBound
    #expect(replay.output.hasSuffix(result.output[start..<end]))
    #expect(replay.output.contains("allowed by: ARM and other hardware"))
  }

  @Test func `check --orderings finds the minimal set of memory orders, and what goes wrong with weaker ones`() throws {
    let arguments = [
      "--orderings", "--strategy", "spin-flag", "--scenario", "first-access", "--threads", "2", "--format",
    ]
    let csv = try runner.start(.singletonBench, ["check"] + arguments + ["csv"]).wait()
    #expect(csv.end == .exit(0))
    let report = try ParsedReport(csv.output)
    #expect(report["role"] == ["load", "failure", "success", "store", "load"])
    #expect(report["least"] == ["acquire", "relaxed", "relaxed", "release", "acquire"])
    #expect(report["verdict"] == ["as-written", "as-written", "weaker", "as-written", "as-written"])
    #expect(report["reason"].map(\.isEmpty) == [true, true, false, true, true])
    #expect(
      zip(report["line"], report["source"]).allSatisfy { line, text in
        Int(line) != nil && (text.contains("quiring") || text.contains(".releasing"))
      })
    for format in ["table", "markdown", "json"] {
      let result = try runner.start(.singletonBench, ["check"] + arguments + [format]).wait()
      #expect(result.end == .exit(0) && result.output.contains("SpinFlag.swift"))
    }
  }

  @Test func `check --orderings without an order to weaken is exit code 4, and with a limit 3`() throws {
    #expect(try check("--orderings", "--strategy", "mutex").end == .exit(4))
    #expect(try check("--orderings", "--strategy", "spin-flag", "--max-executions", "1").end == .exit(3))
  }

  @Test func `check --any-number says what is proved, and why the rest is not`() throws {
    let arguments = [
      "--any-number", "--strategy", "spin-flag", "--strategy", "weak-once", "--scenario", "first-access", "--format",
    ]
    let report = try ParsedReport(try runner.start(.singletonBench, ["check"] + arguments + ["csv"]).wait().output)
    #expect(report["strategy"] == ["weak-once", "spin-flag"])
    #expect(report["verdict"] == ["open", "proved"])
    #expect(report["reason"] == ["counts decide, which have no bound", ""])
    #expect(report["views"][0].isEmpty && Int(report["views"][1]) != nil)
    for format in ["table", "markdown", "json"] {
      let result = try runner.start(.singletonBench, ["check"] + arguments + [format]).wait()
      #expect(result.end == .exit(0) && result.output.contains("proved"))
    }
    #expect(try check("--any-number", "--strategy", "static-let").end == .exit(4))
  }

  @Test func `check draws what README.md shows`() throws {
    let shown = try Self.example(inReadmeUnder: "## Prove it")
    let result = try check("--strategy", "double-checked-lock", "--scenario", "first-access", "--threads", "2")
    #expect(result.output.contains(shown))
  }

  /// Returns the first indented block of a section.
  private static func example(inReadmeUnder heading: String) throws -> String {
    let root = Repository.root
    let text = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let section = try #require(text.split(separator: heading).last)
    let lines = section.split(separator: "\n", omittingEmptySubsequences: false)
    let block = lines.drop { !$0.hasPrefix("    ") }.prefix { $0.isEmpty || $0.hasPrefix("    ") }
    return block.map { $0.dropFirst(4) }.joined(separator: "\n").trimmingCharacters(in: .newlines)
  }

  @Test func `a refuted promise gives exit code 1, and so does a defect that is not found`() throws {
    let refuted = try runner.run(.faultyBench, "check", "--strategy", "declared-sound", "--junit", "junit.xml")
    #expect(refuted.end == .exit(1))
    #expect(refuted.output.replacing(/\s+/, with: " ").contains("NOT DECLARED: expected sound"))
    #expect(try runner.folder.text(of: "junit.xml").contains("failures=\"2\""))
    let proved = try runner.run(.faultyBench, "check", "--strategy", "declared-racy", "--threads", "2")
    #expect(proved.end == .exit(1))
    #expect(proved.output.contains("NOT FOUND: expected defect:instances"))
  }

  @Test func `a check that a limit stopped gives exit code 3`() throws {
    let result = try check("--strategy", "once-token", "--scenario", "first-access", "--max-executions", "3")
    #expect(result.end == .exit(3))
    #expect(result.output.contains(/once-token +3  not decided/))
    #expect(!result.output.contains("proved"), "\(result.output)")
    #expect(try check("--strategy", "weak", "--scenario", "mixed*", "--threads", "3", "--time", "1ns").end == .exit(3))
  }

  @Test(arguments: [["--strategy", "no-such"], ["--scenario", "nowhere"]])
  func `a check of nothing gives exit code 4`(arguments: [String]) throws {
    #expect(try runner.start(.singletonBench, ["check"] + arguments).wait().end == .exit(4))
  }

  @Test func `a nondeterministic strategy gives exit code 65, with what it did instead`() throws {
    let result = try runner.run(.faultyBench, "check", "--strategy", "nondeterministic", "--threads", "2")
    #expect(result.end == .exit(65))
    #expect(result.output.isEmpty)
    #expect(
      result.unfoldedMessages.contains(/cannot be explored, WrongProof\.swift:\d+: thread/)
        && result.messages.contains("at the replay") && result.messages.contains("  expected: "))
  }

  @Test func `a check whose output cannot be written gives exit code 73`() throws {
    #expect(try check("--strategy", "mutex", "--junit", "nowhere/junit.xml").end == .exit(73))
  }

  @Test func `a check gives the same results in every format`() throws {
    let rows = [
      "--strategy", "relaxed-double-checked-lock", "--scenario", "first-access", "--threads", "2", "--format",
    ]
    let csv = try runner.start(.singletonBench, ["check"] + rows + ["csv"]).wait()
    let report = try ParsedReport(csv.output)
    #expect(
      report.header == [
        "schema_version", "strategy", "form", "scenario", "threads", "callers", "model", "timeouts", "verdict",
        "condition", "executions", "expected", "grade", "strongest_model", "obstacle", "witness",
        "witness_model", "replay", "found",
      ])
    #expect(
      report["verdict"] == ["refuted"] && report["strongest_model"] == ["sc"] && report["grade"] == ["reproduced"])
    #expect(report["found"] == ["half_built@rc11,race@sc"] && report["witness_model"] == ["rc11"])
    let json = try runner.start(.singletonBench, ["check"] + rows + ["json"]).wait()
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let row = try #require((object["rows"] as? [[String: Any]])?.first)
    #expect((row["steps"] as? [Any])?.count == 7)
    #expect(row["replay"] as? String == report["replay"][0])
    let markdown = try runner.start(.singletonBench, ["check"] + rows + ["markdown"]).wait()
    #expect(markdown.output.hasPrefix("| scenario, threads and model | strategy |"))
    #expect(
      markdown.output.hasSuffix(
        " |\n\nAllowed by: (sc) any machine, one step at a time; (rc11) only a compiler or C++'s rules: a compiler's"
          + " reordering, which C++ allows; neither ARM nor x86 processors reorder this way.\n\n1 row: 1 refuted; everything as declared.\n"
      )
    )
  }

  @Test func `a check of nothing that is modeled is exit code 4, and of something besides is not`() throws {
    let result = try check("--strategy", "static-let", "--scenario", "first-access", "--threads", "2")
    #expect(result.end == .exit(4))
    #expect(result.output.hasSuffix("1 row: 1 not modeled; nothing was checked.\n"))
    #expect(result.unfoldedMessages.contains("nothing was checked, because none of these is modeled: static-let"))
    let both = try check("--strategy", "static-let", "--strategy", "mutex", "--scenario", "first-access")
    #expect(both.end == .exit(0))
  }

  @Test func `a scenario whose phases have twenty-one threads together is explored`() throws {
    let result = try check(
      "--strategy", "scoped-owner", "--scenario", "late-use", "--threads", "5", "--max-executions", "50", "--format",
      "csv")
    #expect(result.end == .exit(3))
    let report = try ParsedReport(result.output)
    #expect(report["verdict"] == ["limit"] && report["executions"] == ["50"])
  }
}

@Suite struct `The command replay` {
  @Test(arguments: ["x", "07B14", "07B14-0G004-31040-G2080-009K8-9", "99999-99999-99999", ""])
  func `replay refuses a malformed code with what was expected`(code: String) throws {
    let result = try CommandRunner().run(.singletonBench, "replay", code)
    #expect(result.end == .exit(code.isEmpty ? 64 : 65))
    #expect(result.output.isEmpty && result.messages.contains("  expected: "))
  }

  @Test func `replay refuses a code of another version with both versions`() throws {
    let result = try CommandRunner().run(.singletonBench, "replay", "07B14-0G004-31040-G2080-009K8-8")
    #expect(result.end == .exit(65))
    #expect(result.messages.contains("version 1") && result.messages.contains("version 2"))
  }
}
