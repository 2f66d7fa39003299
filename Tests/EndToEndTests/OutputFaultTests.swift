import Foundation
import Reports
import TestSupport
import Testing

@Suite struct `A report` {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func run(_ arguments: String...) throws -> Answer {
    try bench.start(
      .singletonBench, ["--strategy", "mutex", "--scenario", "first-access", "--trials", "100"] + arguments
    ).wait()
  }

  private func kind(of path: String) throws -> FileAttributeType? {
    try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
  }

  @Test func `that would replace a folder is 73 before anything runs, with a path that would do`() throws {
    let answer = try run("--csv", ".")
    #expect(answer.end == .exit(73))
    #expect(answer.messages.hasPrefix("singleton-bench: cannot write .: Is a directory\n"))
    #expect(answer.messages.contains("next:     --csv ./singleton-bench.csv\n"))
    #expect(answer.output.isEmpty)
    #expect(try bench.folder.names.isEmpty)
  }

  @Test(arguments: [["--csv", "no/r.csv"], ["--csv", "file/r.csv"], ["--samples", "no/s.csv"]])
  func `that cannot be written is 73 before anything runs`(arguments: [String]) throws {
    try bench.folder.write("", to: "file")
    let process = try bench.start(.singletonBench, ["--strategy", "mutex"] + arguments)
    let answer = try process.wait()
    #expect(answer.end == .exit(73))
    #expect(answer.messages.hasPrefix("singleton-bench: cannot write \(arguments[1]): "))
    #expect(answer.output.isEmpty)
    #expect(try bench.folder.names == ["file"])
  }

  @Test func `behind a link is written there, and the link stays`() throws {
    try FileManager.default.createDirectory(atPath: bench.folder("real"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: bench.folder("r.csv"), withDestinationPath: "real/r.csv")
    #expect(try run("--csv", "r.csv").end == .exit(0))
    #expect(try kind(of: bench.folder("r.csv")) == .typeSymbolicLink)
    #expect(try bench.report("real/r.csv")["status"] == ["ok"])
    #expect(try bench.folder.names == ["r.csv", "real"])
  }

  @Test func `into a pipe is written to its reader, and the pipe stays`() throws {
    try #require(mkfifo(bench.folder("pipe"), 0o600) == 0)
    let reader = try RunningProcess("/bin/cat", ["pipe"], in: bench.folder)
    #expect(try run("--csv", "pipe").end == .exit(0))
    #expect(try Report(reader.wait().output)["status"] == ["ok"])
    #expect(try kind(of: bench.folder("pipe")) != .typeRegular)
    #expect(try bench.folder.names == ["pipe"])
  }

  @Test(.enabled(if: ExpendableDevice.areAvailable, "no device may be lost here"))
  func `into a device is written, and the device stays`() throws {
    let device = try #require(ExpendableDevice.null.path(in: bench.folder))
    let before = try bench.folder.names
    let answer = try run("--csv", device)
    #expect(answer.end == .exit(0))
    #expect(answer.output.contains("1 row: 1 held."))
    #expect(try kind(of: device) == .typeCharacterSpecial)
    #expect(try bench.folder.names == before)
  }

  @Test(.enabled(if: ExpendableDevice.areAvailable, "no device may be lost here"))
  func `into a full device is 73, and the table is there all the same`() throws {
    let device = try #require(ExpendableDevice.full.path(in: bench.folder))
    let answer = try run("--csv", device)
    #expect(answer.end == .exit(73))
    #expect(answer.messages.contains("cannot write \(device): No space left on device\n"))
    #expect(answer.output.contains("1 row: 1 held."))
    #expect(try kind(of: device) == .typeCharacterSpecial)
  }

  @Test func `of two runs at once in one folder is one of the two, whole`() throws {
    let arguments = ["--strategy", "once-t*", "--scenario", "first-access", "--trials", "2000", "--threads", "2"]
    let processes = try (1...2).map { _ in try bench.start(.singletonBench, arguments) }
    for process in processes { #expect(try process.wait().end == .exit(0)) }
    let report = try bench.report()
    #expect(Set(report["run_id"]).count == 1)
    #expect(
      report["strategy"] == [
        "once-token", "once-token-alloc", "once-token-nested", "once-token-twice", "once-two-tokens",
      ])
    #expect(try bench.folder.names == ["singleton-bench.csv"])
  }
}
