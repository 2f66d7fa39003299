import Foundation
import TestSupport
import Testing

@Suite struct `A page of a report` {
  private let bench: Workbench
  /// A real report, made once.
  private static let rows: [String] = [
    "--strategy", "mutex", "--strategy", "unsynchronized-lazy", "--scenario", "first-access", "--threads", "1,2",
    "--time", "20ms", "--csv", "run.csv",
  ]

  init() throws {
    bench = try Workbench()
    _ = try bench.start(.singletonBench, Self.rows).wait()
    try #require(try bench.folder.names.contains("run.csv"))
  }

  private func page(_ arguments: String...) throws -> Answer {
    try bench.start(.singletonBench, ["report"] + arguments).wait()
  }

  @Test func `is a file, or standard output`() throws {
    let answer = try page("run.csv", "--html", "page.html")
    #expect(answer.end == .exit(0) && answer.output.isEmpty && answer.messages.isEmpty)
    let text = try bench.folder.text(of: "page.html")
    #expect(text.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">") && text.hasSuffix("</html>\n"))
    #expect(try page("run.csv", "--html", "-").output == text)
  }

  @Test func `is 0 whatever the grades say`() throws {
    let report = try bench.folder.text(of: "run.csv")
    try bench.folder.write(report.replacing(",sound,held,", with: ",sound,broken,"), to: "broken.csv")
    let answer = try page("broken.csv", "--html", "-")
    #expect(answer.end == .exit(0) && answer.output.contains("A promise was broken"))
  }

  @Test func `of two files has old beside new, and of three is their join`() throws {
    let both = try page("run.csv", "run.csv", "--html", "-")
    #expect(both.end == .exit(0) && both.output.contains("No grade is another."))
    let lines = try bench.folder.text(of: "run.csv").split(separator: "\n").map { String($0) + "\n" }
    for (index, line) in lines.dropFirst().enumerated() { try bench.folder.write(lines[0] + line, to: "\(index).csv") }
    let parts = (0..<lines.count - 1).map { "\($0).csv" }
    let joined = try bench.start(.singletonBench, ["report"] + parts + ["--html", "-"]).wait()
    let whole = try page("run.csv", "--html", "-")
    #expect(joined.end == .exit(0) && joined.output == whole.output)
    let overlap = try page("run.csv", "run.csv", "run.csv", "--html", "-")
    #expect(overlap.end == .exit(65) && overlap.output.isEmpty && overlap.messages.contains("too\n"))
  }

  @Test func `draws the counterexamples that a check found`() throws {
    let check = ["check", "--strategy", "unsynchronized-lazy", "--scenario", "first-access", "--threads", "2"]
    for format in ["json", "csv"] {
      let found = try bench.start(.singletonBench, check + ["--format", format]).wait()
      try bench.folder.write(found.output, to: "check")
      let answer = try page("run.csv", "--check", "check", "--html", "-")
      #expect(answer.end == .exit(0) && answer.output.contains("1 counterexample"))
      #expect(answer.output.contains("UnsynchronizedLazy.swift:") == (format == "json"))
    }
  }

  @Test(arguments: [
    ["run.csv"], ["--html", "page.html"], ["run.csv", "--html"], ["run.csv", "--html", ""],
    ["run.csv", "--html", "page.html", "--chart", "cost"], ["run.csv", "--html", "run.csv"],
    ["run.csv", "--check", "check.json", "--html", "check.json"],
  ]) func `is 64 where the usage was wrong`(arguments: [String]) throws {
    let answer = try bench.start(.singletonBench, ["report"] + arguments).wait()
    #expect(answer.end == .exit(64))
    #expect(answer.messages.contains("next:     singleton-bench report --help"))
  }

  @Test func `is 65 where a file is not what it should be, and leaves the old page`() throws {
    try bench.folder.write("the old page", to: "page.html")
    try bench.folder.write("{\"rows\": 1}", to: "check.json")
    for arguments in [
      ["missing.csv"], ["check.json"], ["run.csv", "--check", "check.json"], ["run.csv", "--check", "no"],
    ] {
      let answer = try bench.start(.singletonBench, ["report", "--html", "page.html"] + arguments).wait()
      #expect(answer.end == .exit(65) && answer.messages.contains("  expected: "))
    }
    #expect(try bench.folder.text(of: "page.html") == "the old page")
  }

  @Test func `is 73 where it cannot be written`() throws {
    #expect(try page("run.csv", "--html", "nowhere/page.html").end == .exit(73))
    #expect(try page("run.csv", "--html", ".").end == .exit(73))
  }
}
