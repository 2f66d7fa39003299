import Foundation
import TestSupport
import Testing

@Suite struct `The command compare` {
  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

  /// A real report, made once.
  private static let made = Result {
    try CommandRunner.textOfReport([
      "--form", "harness", "--strategy", "mutex", "--strategy", "unsynchronized-lazy", "--scenario", "first-access",
      "--threads", "2", "--time", "300ms", "--initializer-cost", "sleep:100us", "--seed", "1",
    ])
  }

  /// Writes a changed copy of the report.
  private func report(_ name: String, _ change: (String) -> String = { $0 }) throws {
    try runner.folder.write(change(Self.made.get()), to: name)
  }

  private func compare(_ arguments: String...) throws -> ProcessResult {
    try runner.start(.singletonBench, ["compare"] + arguments).wait()
  }

  /// Returns the table as one line.
  private func words(of result: ProcessResult) -> String {
    result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func `a report compared with itself gives exit code 0`() throws {
    try report("old.csv")
    let result = try compare("old.csv", "old.csv")
    #expect(result.end == .exit(0))
    #expect(result.output.hasSuffix("\n2 rows: 2 the same in outcomes alone.\n"))
    #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(result.messages.isEmpty)
  }

  @Test func `a newly broken promise gives exit code 2`() throws {
    try report("old.csv")
    try report("new.csv") { $0.replacing(",sound,passed,", with: ",sound,failed,") }
    let result = try compare("old.csv", "new.csv", "--summary", "summary.md", "--junit", "junit.xml")
    #expect(result.end == .exit(2))
    #expect(result.output.contains("worse: first-access, 2 threads"))
    #expect(try runner.folder.text(of: "summary.md").contains(/\| worse: first-access, 2 threads.* \| mutex \|/))
    #expect(try runner.folder.text(of: "junit.xml").contains("failures=\"1\""))
  }

  @Test func `a defect that is no longer reproduced gives exit code 3`() throws {
    try report("old.csv")
    try report("new.csv") { $0.replacing(",reproduced,", with: ",not-reproduced,") }
    #expect(try compare("old.csv", "new.csv").end == .exit(3))
  }

  @Test func `a row that vanished gives exit code 5, or 0 if that is forgiven`() throws {
    try report("old.csv")
    try report("new.csv") { $0.split(separator: "\n").dropLast().joined(separator: "\n") + "\n" }
    #expect(try compare("old.csv", "new.csv").end == .exit(5))
    let forgiving = try compare("old.csv", "new.csv", "--allow-missing", "--junit", "junit.xml")
    #expect(forgiving.end == .exit(0))
    #expect(words(of: forgiving).contains(" report; which is forgiven"))
    #expect(try runner.folder.text(of: "junit.xml").contains("failures=\"0\" errors=\"0\" skipped=\"1\""))
  }

  @Test func `a new row gives exit code 0, or 5 if that is forbidden`() throws {
    try report("new.csv")
    try report("old.csv") { $0.split(separator: "\n").dropLast().joined(separator: "\n") + "\n" }
    let result = try compare("old.csv", "new.csv")
    #expect(result.end == .exit(0))
    #expect(result.output.contains("new: first-access, 2 threads"))
    #expect(result.output.hasSuffix("\n2 rows: 1 new, 1 the same in outcomes alone.\n"))
    #expect(try compare("old.csv", "new.csv", "--forbid-new").end == .exit(5))
  }

  @Test func `a gate that can judge nothing gives exit code 5, and says why`() throws {
    try report("old.csv")
    let result = try compare("old.csv", "old.csv", "--gate-time", "25%")
    #expect(result.end == .exit(5))
    #expect(words(of: result).contains("times not judged: 1 and 1 replicates are too few; "))
    #expect(result.output.contains("\nnote: times not judged: 2 of 2 timed rows; "))
    #expect(result.output.hasSuffix("\n2 rows: 2 not judged.\n"))
  }

  @Test func `a comparison whose output cannot be written gives exit code 73`() throws {
    try report("old.csv")
    #expect(try compare("old.csv", "old.csv", "--junit", "nowhere/junit.xml").end == .exit(73))
  }

  @Test func `compare takes several files, and gives data in every format`() throws {
    try report("old.csv")
    let rows = try runner.folder.text(of: "old.csv").split(separator: "\n").map { String($0) + "\n" }
    try runner.folder.write(rows[0] + rows[1], to: "first.csv")
    try runner.folder.write(rows[0] + rows[2], to: "second.csv")
    let sides = ["compare", "--old", "old.csv", "--new", "first.csv", "--new", "second.csv", "--format"]
    let csv = try runner.start(.singletonBench, sides + ["csv"]).wait()
    #expect(try ParsedReport(csv.output)["verdict"] == [unchanged, unchanged])
    let json = try runner.start(.singletonBench, sides + ["json"]).wait()
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect((object["rows"] as? [Any])?.count == 2)
    let markdown = try runner.start(.singletonBench, sides + ["markdown", "--all"]).wait()
    #expect(markdown.output.hasPrefix("| verdict, scenario and threads | strategy |"))
  }

  @Test func `each form of a strategy is compared with its own, and named`() throws {
    let ran = try runner.run(
      .singletonBench, "--form", "both", "--strategy", "mutex", "--scenario", "first-access", "--threads", "2",
      "--trials", "20", "--no-check", "--csv", "both.csv", "--junit", "run.xml")
    #expect(ran.end == .exit(0), "\(ran)")
    let table = try compare("both.csv", "both.csv", "--all", "--junit", "compare.xml")
    #expect(table.output.contains(": first-access, 2 threads\n") && table.output.contains(", 2 threads, plain\n"))
    for file in ["run.xml", "compare.xml"] {
      let text = try runner.folder.text(of: file)
      #expect(text.contains("\"mutex, 2 threads\"") && text.contains("\"mutex, 2 threads, plain\""), "\(text)")
    }
    let csv = try ParsedReport(try compare("both.csv", "both.csv", "--format", "csv").output)
    #expect(csv.header.prefix(6) == ["strategy", "form", "scenario", "threads", "verdict", "why"])
    #expect(csv["form"] == ["harness", "plain"] && csv["verdict"] == [unchanged, unchanged])
    // A report from before listings were raced has no column for the form, and only rows of the harness.
    let lines = try runner.folder.text(of: "both.csv").split(separator: "\n")
    let old = lines.filter { !$0.contains(",plain,") }.map { $0.replacing(/^(\w+),\w+,/) { "\($0.1)," } + "\n" }
    try runner.folder.write(old.joined(), to: "old.csv")
    let grown = try ParsedReport(try compare("old.csv", "both.csv", "--format", "csv").output)
    #expect(zip(grown["form"], grown["verdict"]).map { $0 + " " + $1 } == ["plain new", "harness \(unchanged)"])
  }

  @Test func `compare appends to a summary`() throws {
    try report("old.csv")
    try runner.folder.write("# A step\n", to: "summary.md")
    for _ in 0..<2 { #expect(try compare("old.csv", "old.csv", "--summary", "summary.md").end == .exit(0)) }
    let summary = try runner.folder.text(of: "summary.md")
    #expect(summary.hasPrefix("# A step\n## singleton-bench compare\n"))
    #expect(summary.split(separator: "## singleton-bench compare").count == 3)
  }
}

@Suite struct `Formats of a comparison` {
  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

  private func makeReport() throws {
    _ = try runner.run(
      .singletonBench, "--form", "harness", "--no-times", "--strategy", "mutex", "--threads", "2", "--trials", "4",
      "--seed", "7", "--csv", "a.csv")
  }

  @Test func `the Markdown of a comparison ends with one line end, and no line ends with a space`() throws {
    try makeReport()
    for old in ["a.csv", "b.csv"] {
      try runner.folder.write(runner.folder.text(of: "a.csv").replacing("release", with: "other"), to: "b.csv")
      let result = try runner.run(
        .singletonBench, "compare", old, "a.csv", "--gate-time", "25", "--format", "markdown", "--summary", "s.md")
      for text in [result.output, try runner.folder.text(of: "s.md")] {
        #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n") && !text.contains(" \n"), "\(text)")
      }
    }
  }

  @Test(arguments: ["csv", "json"]) func `the data of a comparison has its schema version`(format: String) throws {
    try makeReport()
    let output = try runner.run(.singletonBench, "compare", "a.csv", "a.csv", "--format", format).output
    #expect(output.hasPrefix(format == "csv" ? "strategy,form,scenario,threads," : "{\n  \"schema_version\": 2,\n"))
    #expect(output.contains(format == "csv" ? ",near,2\n" : "\n      \"schema_version\": 2\n"))
  }
}

@Suite struct `Outputs for CI systems` {
  @Test func `a run appends Markdown, and writes JUnit's XML`() throws {
    let runner = try CommandRunner()
    try runner.folder.write("before\n", to: "summary.md")
    let result = try runner.run(
      .faultyBench, "--strategy", "wrong-expectation", "--strategy", "sound", "--time", "100ms", "--summary",
      "summary.md", "--junit", "junit.xml")
    #expect(result.end == .exit(1))
    let summary = try runner.folder.text(of: "summary.md")
    let places = [
      "before\n## faulty-bench run\n\n", "forbidden outcome: more than one instance",
      "| strategy | asked once |", "<details><summary>Every row, with counts</summary>\n\n|",
      "</details>\n",
    ].map { summary.firstRange(of: $0)?.lowerBound }
    #expect(places.allSatisfy { $0 != nil } && places.map { $0! } == places.map { $0! }.sorted())
    let junit = try runner.folder.text(of: "junit.xml")
    #expect(junit.contains("tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\""))
  }
}
