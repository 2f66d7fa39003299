import Foundation
import TestSupport
import Testing

@Suite struct `Reports at unusual paths` {
  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

  private func run(_ arguments: String...) throws -> ProcessResult {
    try runner.start(
      .singletonBench,
      ["--form", "harness", "--strategy", "mutex", "--scenario", "first-access", "--trials", "100"] + arguments
    ).wait()
  }

  private func kind(of path: String) throws -> FileAttributeType? {
    try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
  }

  @Test func `a report at a folder gives exit code 73 before anything runs, with a path that would do`() throws {
    let result = try run("--csv", ".")
    #expect(result.end == .exit(73))
    #expect(result.messages.hasPrefix("singleton-bench: cannot write .: Is a directory\n"))
    #expect(result.messages.contains("next:     --csv ./singleton-bench.csv\n"))
    #expect(result.output.isEmpty)
    #expect(try runner.folder.names.isEmpty)
  }

  @Test(arguments: [["--csv", "no/r.csv"], ["--csv", "file/r.csv"], ["--samples", "no/s.csv"]])
  func `a report that cannot be written gives exit code 73 before anything runs`(arguments: [String]) throws {
    try runner.folder.write("", to: "file")
    let process = try runner.start(.singletonBench, ["--strategy", "mutex"] + arguments)
    let result = try process.wait()
    #expect(result.end == .exit(73))
    #expect(result.messages.hasPrefix("singleton-bench: cannot write \(arguments[1]): "))
    #expect(result.output.isEmpty)
    #expect(try runner.folder.names == ["file"])
  }

  @Test func `a report behind a link is written there, and the link stays`() throws {
    try FileManager.default.createDirectory(atPath: runner.folder("real"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: runner.folder("r.csv"), withDestinationPath: "real/r.csv")
    #expect(try run("--csv", "r.csv").end == .exit(0))
    #expect(try kind(of: runner.folder("r.csv")) == .typeSymbolicLink)
    #expect(try runner.report("real/r.csv")["status"] == ["ok"])
    #expect(try runner.folder.names == ["r.csv", "real"])
  }

  @Test func `a report goes through a pipe to its reader, and the pipe stays`() throws {
    try #require(mkfifo(runner.folder("pipe"), 0o600) == 0)
    let reader = try RunningProcess("/bin/cat", ["pipe"], in: runner.folder)
    #expect(try run("--csv", "pipe").end == .exit(0))
    #expect(try ParsedReport(reader.wait().output)["status"] == ["ok"])
    #expect(try kind(of: runner.folder("pipe")) != .typeRegular)
    #expect(try runner.folder.names == ["pipe"])
  }

  @Test(.enabled(if: ExpendableDevice.areAvailable, "no expendable device is available"))
  func `a report goes to a device, and the device stays`() throws {
    let device = try #require(ExpendableDevice.null.path(in: runner.folder))
    let before = try runner.folder.names
    let result = try run("--csv", device)
    #expect(result.end == .exit(0))
    #expect(result.output.contains("1 row, as expected: 1 passed."))
    #expect(try kind(of: device) == .typeCharacterSpecial)
    #expect(try runner.folder.names == before)
  }

  @Test(.enabled(if: ExpendableDevice.areAvailable, "no expendable device is available"))
  func `a report to a full device gives exit code 73, and the table is printed`() throws {
    let device = try #require(ExpendableDevice.full.path(in: runner.folder))
    let result = try run("--csv", device)
    #expect(result.end == .exit(73))
    #expect(result.unfoldedMessages.contains("cannot write \(device): No space left on device\n"))
    #expect(result.output.contains("1 row, as expected: 1 passed."))
    #expect(try kind(of: device) == .typeCharacterSpecial)
  }

  @Test func `two runs at once in one folder leave the whole report of one`() throws {
    let arguments = [
      "--form", "harness", "--strategy", "once-t*", "--scenario", "first-access", "--trials", "50", "--threads", "2",
    ]
    let processes = try (1...2).map { _ in try runner.start(.singletonBench, arguments) }
    for process in processes { #expect(try process.wait().end == .exit(0)) }
    let report = try runner.report()
    #expect(Set(report["run_id"]).count == 1)
    #expect(
      report["strategy"] == [
        "once-token", "once-token-alloc", "once-token-nested", "once-token-twice", "once-two-tokens",
      ])
    #expect(try runner.folder.names == ["singleton-bench.csv"])
  }
}
