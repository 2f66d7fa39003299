import Foundation
import TestSupport
import Testing

/// Files that a command must not replace.
@Suite struct `Files that are not replaced` {
  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

  /// A real report, made once.
  private static let made = Result { try CommandRunner.textOfReport(row) }
  private static let row = [
    "--form", "harness", "--strategy", "mutex", "--scenario", "first-access", "--trials", "100", "--seed", "1",
  ]

  private func start(_ arguments: [String]) throws -> ProcessResult {
    try runner.start(.singletonBench, arguments).wait()
  }

  private func run(_ arguments: String...) throws -> ProcessResult {
    try start(Self.row + arguments)
  }

  @Test(arguments: [
    ["report", "a.csv", "--html", "a.csv"], ["report", "a.csv", "--html", "./a.csv"],
    ["report", "a.csv", "--html", "hard"],
    ["report", "a.csv", "--check", "hard", "--html", "link"], ["compare", "a.csv", "a.csv", "--summary", "hard"],
    ["compare", "a.csv", "a.csv", "--junit", "link"],
  ]) func `an input is not replaced, by whatever name, and the message names both`(arguments: [String]) throws {
    try runner.folder.write(Self.made.get(), to: "a.csv")
    let report = try runner.folder.text(of: "a.csv")
    try FileManager.default.createSymbolicLink(atPath: runner.folder("link"), withDestinationPath: "a.csv")
    try FileManager.default.linkItem(atPath: runner.folder("a.csv"), toPath: runner.folder("hard"))
    let result = try start(arguments)
    #expect(result.end == .exit(64) && result.output.isEmpty)
    let output = arguments.last!
    #expect(
      result.messages.contains("--\(arguments.dropLast().last!.dropFirst(2)) \"\(output)\" would replace the input"))
    #expect(try runner.folder.text(of: "a.csv") == report)
  }

  @Test func `two outputs are two files, by whatever name`() throws {
    try runner.folder.write("", to: "a.csv")
    try FileManager.default.createSymbolicLink(atPath: runner.folder("link"), withDestinationPath: "a.csv")
    let result = try run("--csv", "a.csv", "--samples", "link")
    #expect(result.end == .exit(64))
    #expect(result.messages.contains("--samples and --csv name the same file, \"link\" or \"a.csv\"\n"))
  }

  @Test func `a file that is not a report is replaced only with --force`() throws {
    try runner.folder.write("dear diary\n", to: "notes.txt")
    let refused = try run("--csv", "notes.txt")
    #expect(refused.end == .exit(73) && refused.output.isEmpty)
    #expect(
      refused.messages.hasPrefix(
        """
        singleton-bench: notes.txt exists and is not a report: it begins with "dear
            diary\\n"
          expected: a new file, or a report to replace
          next:     name another path with --csv PATH, or add --force to replace it

        """), "\(refused.messages)")
    #expect(try runner.folder.text(of: "notes.txt") == "dear diary\n")
    #expect(try runner.folder.names == ["notes.txt"])
    #expect(try run("--csv", "notes.txt", "--force").end == .exit(0))
    #expect(try runner.report("notes.txt")["status"] == ["ok"])
  }

  private static let checked = ["check", "--strategy", "mutex", "--threads", "2"]

  @Test(arguments: [
    ["report", "a.csv", "--html", "notes.txt"], checked + ["--html", "notes.txt"], checked + ["--junit", "notes.txt"],
    ["compare", "a.csv", "a.csv", "--junit", "notes.txt"], ["--csv", "r.csv", "--samples", "notes.txt"],
    ["--csv", "r.csv", "--junit", "notes.txt"], ["learn", "litmus", "--html", "notes.html"],
  ]) func `every output replaces a file of another kind only with --force`(arguments: [String]) throws {
    try runner.folder.write(Self.made.get(), to: "a.csv")
    let output = arguments.last!
    try runner.folder.write("dear diary\n", to: output)
    let rows = [
      "--form", "harness", "--strategy", "mutex", "--scenario", "first-access", "--trials", "100", "--threads", "2",
    ]
    let whole = arguments[0] == "--csv" ? arguments + rows : arguments
    let refused = try start(whole)
    #expect(refused.end == .exit(73) && refused.output.isEmpty, "\(refused)")
    #expect(refused.messages.contains("or add --force to replace it"), "\(refused.messages)")
    #expect(try runner.folder.text(of: output) == "dear diary\n")
    // And its own kind without it.
    for more in [["--force"], []] { #expect(try start(whole + more).end == .exit(0), "\(whole) \(more)") }
    #expect(try runner.folder.text(of: output) != "dear diary\n")
  }

  @Test func `an output is not standard output, by whatever name`() throws {
    let row = [
      "--form", "harness", "--strategy", "mutex", "--scenario", "first-access", "--trials", "100", "--threads", "2",
    ]
    try runner.folder.write(Self.made.get(), to: "a.csv")
    for (arguments, script) in [
      (row + ["--csv", "-", "--samples", "/dev/stdout"], #"exec "$0" "$@""#),
      (row + ["--csv", "-", "--samples", "x"], #"exec "$0" "$@" >x"#),
      (row + ["--csv", "x"], #"exec "$0" "$@" >x"#), (Self.checked + ["--junit", "x"], #"exec "$0" "$@" >>x"#),
      (["compare", "a.csv", "a.csv", "--junit", "/dev/fd/1"], #"exec "$0" "$@""#),
      (["report", "a.csv", "--html", "./x"], #"exec "$0" "$@" >x"#),
    ] {
      let result = try runner.start(.singletonBench, arguments, script: script).wait()
      #expect(result.end == .exit(64), "\(arguments): \(result)")
      #expect(result.unfoldedMessages.contains("is standard output, which is already in use"), "\(result.messages)")
    }
    #expect(try runner.start(.singletonBench, row + ["--csv", "/dev/null"]).wait().end == .exit(0))
  }

  @Test(arguments: [
    ["report", "-", "--html", "a.csv"], ["compare", "-", "b.csv", "--junit", "./a.csv"],
    ["compare", "-", "b.csv", "--summary", "a.csv"],
  ]) func `an input on standard input is not replaced`(arguments: [String]) throws {
    for name in ["a.csv", "b.csv"] { #expect(try run("--csv", name).end == .exit(0)) }
    let report = try runner.folder.text(of: "a.csv")
    let result = try runner.start(.singletonBench, arguments, script: #"exec "$0" "$@" <a.csv"#).wait()
    #expect(result.end == .exit(64) && result.messages.contains("would replace the input \"-\""), "\(result)")
    #expect(try runner.folder.text(of: "a.csv") == report)
  }

  @Test func `the file that keeps the finished rows is no other output`() throws {
    for option in ["--samples", "--summary", "--junit"] {
      let result = try run("--csv", "r.csv", option, "r.csv.partial", "--force")
      #expect(result.end == .exit(64), "\(result)")
      #expect(result.unfoldedMessages.contains("\(option) and the file of finished rows name the same file"))
    }
    #expect(try runner.folder.names.isEmpty)
  }

  @Test func `what has the name of kept rows and is none is not replaced`() throws {
    for text in ["my notes", "my notes\nof two lines\n"] {
      try runner.folder.write(text, to: "r.csv.partial")
      let result = try run("--csv", "r.csv")
      #expect(result.end == .exit(73) && result.messages.contains("  expected: nothing else of that name"), "\(result)")
      #expect(try runner.folder.text(of: "r.csv.partial") == text)
    }
    unlink(runner.folder("r.csv.partial"))
    try #require(mkfifo(runner.folder("r.csv.partial"), 0o600) == 0)
    #expect(try run("--csv", "r.csv").end == .exit(73))
    #expect(try runner.folder.names == ["r.csv.partial"])
  }

  @Test func `two runs that write one report say so`() throws {
    let first = try runner.start(
      .faultyBench, ["--strategy", "hanging", "--timeout", "3600s", "--csv", "r.csv", "--progress", "always"])
    try first.wait(until: { first.messages.contains("1/1") })
    let second = try run("--csv", "r.csv")
    #expect(second.end == .exit(0))
    #expect(second.unfoldedMessages.contains("note: another run is writing r.csv, too"), "\(second.messages)")
    first.send(SIGTERM)
    #expect(try first.wait().end == .exit(130))
    #expect(try runner.folder.names == ["r.csv"])
  }
}
