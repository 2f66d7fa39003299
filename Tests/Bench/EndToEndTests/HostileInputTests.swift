import Foundation
import TestSupport
import Testing

/// Text from files and arguments that would have an effect on a terminal or in a CI log.
@Suite struct `Hostile text` {
  private let runner: CommandRunner
  private static let id = "::error::x\u{1B}]0;title\u{7}\u{202E}\u{9B}31m"

  init() throws { runner = try CommandRunner() }

  /// Returns whether the text has no effect except to be shown.
  private func isHarmless(_ text: String) -> Bool {
    let controls = text.unicodeScalars.filter {
      $0 != "\n" && [.control, .format, .lineSeparator].contains($0.properties.generalCategory)
    }
    return controls.isEmpty
      && !text.split(separator: "\n").contains { $0.drop(while: { $0 == " " }).hasPrefix("::") }
  }

  private func makeReport() throws {
    let result = try runner.run(
      .singletonBench, "--strategy", "mutex", "--scenario", "first-access", "--threads", "2", "--trials", "100",
      "--csv", "a.csv")
    try #require(result.end == .exit(0))
    let text = try runner.folder.text(of: "a.csv")
    try runner.folder.write(text.replacingOccurrences(of: "\nmutex,", with: "\n\(Self.id),"), to: "a.csv")
  }

  @Test(arguments: [
    ["compare", "a.csv", "a.csv"], ["compare", "a.csv", "a.csv", "--format", "markdown"],
    ["compare", "a.csv", "a.csv", "--format", "json"],
    ["report", "a.csv", "--html", "a.html"],
    ["compare", "a.csv", "a.csv", "--summary", "summary.md"],
  ]) func `in a report has no effect where it is shown`(arguments: [String]) throws {
    try makeReport()
    let result = try runner.start(.singletonBench, arguments).wait()
    #expect([.exit(0), .exit(5), .exit(65)].contains(result.end))
    #expect(isHarmless(result.output), "\(result.output.debugDescription)")
    #expect(isHarmless(result.messages), "\(result.messages.debugDescription)")
    for name in try runner.folder.names where name != "a.csv" { #expect(isHarmless(try runner.folder.text(of: name))) }
  }

  @Test(arguments: ["\u{1B}[2J.csv", "a\n::error::x.csv", "\u{202E}.csv"])
  func `in a path has no effect in messages`(path: String) throws {
    for arguments in [["compare", path, path], ["--csv", path + "/x"], ["report", path]] {
      let result = try runner.start(.singletonBench, arguments).wait()
      #expect([.exit(64), .exit(65), .exit(73)].contains(result.end))
      #expect(isHarmless(result.messages), "\(arguments): \(result.messages.debugDescription)")
    }
  }

  @Test func `in a litmus program has no effect in messages and tables`() throws {
    let program = "{\"name\": \"::error::\\u001b[2J\", \"threads\": [[\"W.rlx x 1\"], [\"R.rlx \\u001b r\"]]}"
    for text in [program, program.replacingOccurrences(of: "\\u001b r", with: "r0 x")] {
      try runner.folder.write(text, to: "f.json")
      let result = try runner.run(.singletonLitmus, "f.json")
      #expect(isHarmless(result.output) && isHarmless(result.messages), "\(result)")
    }
  }

  @Test func `that is long is not repeated whole`() throws {
    let long = String(repeating: "0", count: 100_000)
    #expect(try runner.run(.singletonBench, "replay", long).messages.count < 1_000)
    try runner.folder.write("{\"name\": \"x\", \"threads\": \(long)1}", to: "f.json")
    #expect(try runner.run(.singletonLitmus, "f.json").messages.count < 1_000)
  }
}
