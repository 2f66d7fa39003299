import Foundation
import TestSupport
import Testing

@Suite struct `The command report` {
  private let runner: CommandRunner
  /// A real report, made once.
  private static let made = Result {
    try CommandRunner.textOfReport([
      "--strategy", "mutex", "--strategy", "unsynchronized-lazy", "--scenario", "first-access", "--threads", "1,2",
      "--trials", "20",
    ])
  }

  init() throws {
    runner = try CommandRunner()
    try runner.folder.write(Self.made.get(), to: "run.csv")
  }

  private func page(_ arguments: String...) throws -> ProcessResult {
    try runner.start(.singletonBench, ["report"] + arguments).wait()
  }

  @Test func `a page goes to a file, or to standard output`() throws {
    let result = try page("run.csv", "--html", "page.html")
    #expect(result.end == .exit(0) && result.output.isEmpty && result.messages.isEmpty)
    let text = try runner.folder.text(of: "page.html")
    #expect(text.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">") && text.hasSuffix("</html>\n"))
    #expect(try page("run.csv", "--html", "-").output == text)
  }

  @Test func `a page gives exit code 0, whatever the grades`() throws {
    let report = try runner.folder.text(of: "run.csv")
    try runner.folder.write(report.replacing(",sound,passed,", with: ",sound,failed,"), to: "broken.csv")
    let result = try page("broken.csv", "--html", "-")
    #expect(result.end == .exit(0) && result.output.contains("Failed: something happened that is not declared"))
  }

  @Test func `a malformed file gives exit code 65, and the old page stays`() throws {
    let page = "<!DOCTYPE html>the old page"
    try runner.folder.write(page, to: "page.html")
    try runner.folder.write("{\"rows\": 1}", to: "check.json")
    for arguments in [
      ["missing.csv"], ["check.json"], ["run.csv", "--check", "check.json"], ["run.csv", "--check", "no"],
    ] {
      let result = try runner.start(.singletonBench, ["report", "--html", "page.html"] + arguments).wait()
      #expect(result.end == .exit(65) && result.messages.contains("  expected: "))
    }
    #expect(try runner.folder.text(of: "page.html") == page)
  }

  @Test func `more strategies than a page can show give exit code 65 before it is made`() throws {
    let lines = try runner.folder.text(of: "run.csv").split(separator: "\n")
    let column = try #require(lines[0].split(separator: ",").firstIndex(of: "strategy"))
    var fields = lines[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let rows = (0...10_000).map { number in
      fields[column] = "s\(number)"
      return fields.joined(separator: ",")
    }
    try runner.folder.write(([String(lines[0])] + rows).joined(separator: "\n") + "\n", to: "many.csv")
    let result = try page("many.csv", "--html", "page.html")
    #expect(result.end == .exit(65) && result.messages.contains("many.csv: 10,001 strategies"), "\(result.messages)")
    #expect(try !runner.folder.names.contains("page.html"))
  }

  @Test func `a page that cannot be written gives exit code 73`() throws {
    #expect(try page("run.csv", "--html", "nowhere/page.html").end == .exit(73))
    #expect(try page("run.csv", "--html", ".").end == .exit(73))
  }
}
