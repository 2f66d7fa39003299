import Foundation
import TestSupport
import Testing

@Suite struct `A comparison` {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  /// A real report, and a copy of it with something changed.
  private func report(_ name: String, _ change: (String) -> String = { $0 }) throws {
    if try !bench.folder.names.contains("report.csv") {
      let answer = try bench.run(
        .singletonBench, "--strategy", "mutex", "--strategy", "unsynchronized-lazy", "--scenario", "first-access",
        "--threads", "2", "--time", "300ms", "--initializer-cost", "sleep:100us", "--csv", "report.csv", "--seed", "1")
      try #require(answer.end == .exit(0), "\(answer.output)")
    }
    try bench.folder.write(change(try bench.folder.text(of: "report.csv")), to: name)
  }

  private func compare(_ arguments: String...) throws -> Answer {
    try bench.start(.singletonBench, ["compare"] + arguments).wait()
  }

  /// The table as one line.
  private func words(of answer: Answer) -> String {
    answer.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func `of a report with itself is 0, with every row the same`() throws {
    try report("old.csv")
    let answer = try compare("old.csv", "old.csv")
    #expect(answer.end == .exit(0))
    #expect(answer.output.hasSuffix("\n2 rows: 2 same.\n"))
    #expect(answer.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(answer.messages.isEmpty)
  }

  @Test func `is 2 where a promise is newly broken`() throws {
    try report("old.csv")
    try report("new.csv") { $0.replacing(",sound,held,", with: ",sound,broken,") }
    let answer = try compare("old.csv", "new.csv", "--summary", "summary.md", "--junit", "junit.xml")
    #expect(answer.end == .exit(2))
    #expect(answer.output.contains("worse: first-access, 2 threads"))
    #expect(try bench.folder.text(of: "summary.md").contains("| worse | mutex | first-access | 2 |"))
    #expect(try bench.folder.text(of: "junit.xml").contains("failures=\"1\""))
  }

  @Test func `is 3 where a defect is not shown any more`() throws {
    try report("old.csv")
    try report("new.csv") { $0.replacing(",shown,", with: ",not-shown,") }
    #expect(try compare("old.csv", "new.csv").end == .exit(3))
  }

  @Test func `is 5 where a row is missing, and 0 where that is forgiven`() throws {
    try report("old.csv")
    try report("new.csv") { $0.split(separator: "\n").dropLast().joined(separator: "\n") + "\n" }
    #expect(try compare("old.csv", "new.csv").end == .exit(5))
    #expect(try compare("new.csv", "old.csv").end == .exit(5))
    let lenient = try compare("old.csv", "new.csv", "--lenient", "--junit", "junit.xml")
    #expect(lenient.end == .exit(0))
    #expect(words(of: lenient).contains(" report, which is forgiven"))
    #expect(try bench.folder.text(of: "junit.xml").contains("failures=\"0\" errors=\"0\" skipped=\"1\""))
  }

  @Test func `says that a gate judges nothing where the replicates are too few, and is 0`() throws {
    try report("old.csv")
    let answer = try compare("old.csv", "old.csv", "--gate-time", "25%")
    #expect(answer.end == .exit(0))
    #expect(words(of: answer).contains("; time not gated: 1 and 1 replicates are too few"))
    #expect(answer.output.contains("\nnote: times not gated: 2 of 2 timed rows; "))
  }

  @Test func `of different machines is 0 with a note, and 5 with a gate for times`() throws {
    try report("old.csv")
    let print = try bench.report("old.csv")["fingerprint"][0]
    try report("new.csv") { $0.replacing(print, with: "0000000000000000") }
    let correctness = try compare("old.csv", "new.csv")
    #expect(correctness.end == .exit(0))
    #expect(correctness.output.contains("note: the reports come from different machines or builds"))
    #expect(try compare("old.csv", "new.csv", "--gate-time", "25").end == .exit(5))
  }

  @Test(arguments: ["", "no report\n", "strategy,scenario\na,b\n"])
  func `is 65 where a file is no report, with what was expected`(text: String) throws {
    try report("old.csv")
    try bench.folder.write(text, to: "new.csv")
    for arguments in [["old.csv", "new.csv"], ["new.csv", "old.csv"], ["old.csv", "missing.csv"], ["old.csv", "/"]] {
      let answer = try bench.start(.singletonBench, ["compare"] + arguments).wait()
      #expect(answer.end == .exit(65))
      #expect(answer.output.isEmpty && answer.messages.contains("  expected: "))
    }
  }

  @Test func `is 65 of a report without rows`() throws {
    try report("old.csv")
    try report("new.csv") { String($0.prefix { $0 != "\n" }) + "\n" }
    #expect(try compare("old.csv", "new.csv").end == .exit(65))
  }

  @Test(arguments: [
    [], ["a.csv"], ["a.csv", "b.csv", "c.csv"], ["a.csv", "b.csv", "--old", "c.csv"], ["--old", "a.csv"],
    ["a.csv", "b.csv", "--gate-time", "0"], ["a.csv", "b.csv", "--gate-time", "5", "--gate-file", "g.csv"],
    ["a.csv", "b.csv", "--format", "xml"], ["a.csv", "b.csv", "--summary", "x", "--junit", "x"],
    ["a.csv", "b.csv", "--junit", "a.csv"], ["--old", "a.csv", "--new", "b.csv", "--summary", "b.csv"],
  ]) func `is 64 where the usage was wrong`(arguments: [String]) throws {
    let answer = try bench.start(.singletonBench, ["compare"] + arguments).wait()
    #expect(answer.end == .exit(64))
    #expect(answer.messages.contains("  expected: "))
  }

  @Test func `is 73 where an output cannot be written`() throws {
    try report("old.csv")
    #expect(try compare("old.csv", "old.csv", "--junit", "nowhere/junit.xml").end == .exit(73))
  }

  @Test func `takes several files a side, and reads as data in every format`() throws {
    try report("old.csv")
    let rows = try bench.folder.text(of: "old.csv").split(separator: "\n").map { String($0) + "\n" }
    try bench.folder.write(rows[0] + rows[1], to: "first.csv")
    try bench.folder.write(rows[0] + rows[2], to: "second.csv")
    let sides = ["compare", "--old", "old.csv", "--new", "first.csv", "--new", "second.csv", "--format"]
    let csv = try bench.start(.singletonBench, sides + ["csv"]).wait()
    #expect(try Report(csv.output)["verdict"] == ["same", "same"])
    let json = try bench.start(.singletonBench, sides + ["json"]).wait()
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect((object["rows"] as? [Any])?.count == 2)
    let markdown = try bench.start(.singletonBench, sides + ["markdown"]).wait()
    #expect(markdown.output.hasPrefix("| verdict | strategy |"))
  }

  @Test func `appends to a summary, and keeps what stands there`() throws {
    try report("old.csv")
    try bench.folder.write("# A step\n", to: "summary.md")
    for _ in 0..<2 { #expect(try compare("old.csv", "old.csv", "--summary", "summary.md").end == .exit(0)) }
    let summary = try bench.folder.text(of: "summary.md")
    #expect(summary.hasPrefix("# A step\n## singleton-bench compare\n"))
    #expect(summary.split(separator: "## singleton-bench compare").count == 3)
  }
}

@Suite struct `The shards of a run` {
  private let bench: Workbench
  private static let plan = [
    "--strategy", "m*", "--strategy", "once-t*", "--threads", "1,2", "--replicates", "2", "--trials", "20", "--seed",
    "7",
  ]

  init() throws { bench = try Workbench() }

  private func run(_ arguments: String...) throws -> Answer {
    try bench.start(.singletonBench, Self.plan + arguments).wait()
  }

  /// What tells a row from others.
  private func keys(_ name: String) throws -> [String] {
    try bench.report(name).rows.map { row in
      ["strategy", "scenario", "threads", "replicate"].map { row[$0]! }.joined(separator: " ")
    }
  }

  @Test func `have every row of the whole once, and merge to its order`() throws {
    _ = try run("--csv", "whole.csv")
    for shard in 1...3 { _ = try run("--csv", "\(shard).csv", "--shard", "\(shard)/3") }
    let shards = try (1...3).map { try keys("\($0).csv") }
    #expect(shards.map(\.count).max()! - shards.map(\.count).min()! <= 1)
    let answer = try bench.run(.singletonBench, "merge", "3.csv", "1.csv", "2.csv", "--csv", "merged.csv")
    #expect([.exit(0), .exit(3)].contains(answer.end), "\(answer.messages)")
    #expect(try keys("merged.csv") == keys("whole.csv"))
    #expect(answer.output.contains(" rows: "))
  }

  @Test func `overlap where one is given twice, which is 65`() throws {
    _ = try run("--csv", "1.csv", "--shard", "1/3")
    let answer = try bench.run(.singletonBench, "merge", "1.csv", "1.csv", "--csv", "merged.csv")
    #expect(answer.end == .exit(65))
    #expect(answer.messages.contains("this row is in 1.csv, line 2, too"))
    #expect(try !bench.folder.names.contains("merged.csv"))
  }

  @Test func `need a seed, and a share that exists`() throws {
    for arguments in [["--shard", "1/2"], ["--shard", "3/2", "--seed", "1"], ["--shard", "0/2", "--seed", "1"]] {
      #expect(try bench.start(.singletonBench, arguments).wait().end == .exit(64))
    }
    let empty = [
      "--strategy", "mutex", "--scenario", "first-access", "--threads", "2", "--shard", "9/9", "--seed", "1",
    ]
    let answer = try bench.start(.singletonBench, empty).wait()
    #expect(answer.end == .exit(4) && answer.messages.contains("  expected: at most as many shares as rows"))
  }

  @Test func `are written to standard output with --csv -`() throws {
    _ = try run("--csv", "1.csv", "--shard", "1/2")
    let answer = try bench.run(.singletonBench, "merge", "1.csv", "--csv", "-")
    #expect(try Report(answer.output).rows.count == bench.report("1.csv").rows.count)
    #expect(answer.messages.contains(" rows: "))
  }
}

@Suite struct `The outputs of a run for a CI system` {
  @Test func `are Markdown that is appended, and JUnit's XML`() throws {
    let bench = try Workbench()
    try bench.folder.write("before\n", to: "summary.md")
    let answer = try bench.run(
      .faultyBench, "--strategy", "wrong-expectation", "--strategy", "sound", "--time", "100ms", "--summary",
      "summary.md", "--junit", "junit.xml")
    #expect(answer.end == .exit(1))
    let summary = try bench.folder.text(of: "summary.md")
    #expect(summary.hasPrefix("before\n## singleton-bench run\n\n| scenario and threads | strategy |"))
    #expect(summary.contains("forbidden outcome: more than one instance"))
    let junit = try bench.folder.text(of: "junit.xml")
    #expect(junit.contains("tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\""))
  }
}

@Suite struct `A calibration` {
  @Test func `writes a gate for each row, which a comparison takes`() throws {
    let bench = try Workbench()
    let rows = ["--strategy", "mutex", "--scenario", "first-access", "--threads", "2", "--time", "20ms"]
    let calibration = ["calibrate", "--replicates", "4", "--out", "gates.csv", "--seed", "1"] + rows
    let answer = try bench.start(.singletonBench, calibration).wait()
    try #require(answer.end == .exit(0), "\(answer.messages)")
    #expect(answer.output.hasPrefix("gates.csv: gates of 1 row, from "))
    let gates = try bench.report("gates.csv")
    #expect(gates["strategy"] == ["mutex"] && gates["replicates"] == ["4"])
    #expect(try #require(gates["gate_percent"].first.flatMap { Int($0) }) >= 5)
    for name in ["old.csv", "new.csv"] {
      _ = try bench.start(.singletonBench, rows + ["--replicates", "4", "--csv", name]).wait()
    }
    let comparison = try bench.run(
      .singletonBench, "compare", "old.csv", "new.csv", "--gate-file", "gates.csv", "--format", "csv")
    #expect(try Report(comparison.output)["gate_percent"] == gates["gate_percent"])
  }

  @Test func `without --out, or with too few replicates, is wrong usage`() throws {
    let bench = try Workbench()
    #expect(try bench.run(.singletonBench, "calibrate", "--strategy", "mutex").end == .exit(64))
    #expect(try bench.run(.singletonBench, "calibrate", "--out", "g.csv", "--csv", "x.csv").end == .exit(64))
    let single = try bench.run(.singletonBench, "calibrate", "--out", "g.csv", "--replicates", "1")
    #expect(single.end == .exit(64) && single.messages.contains("  expected: at least 2 a side"))
    #expect(try bench.folder.names.isEmpty)
  }
}
