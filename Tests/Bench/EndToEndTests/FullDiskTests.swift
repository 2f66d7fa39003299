import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: SmallDisk.isAvailable, SmallDisk.absence)) struct `Full disks` {
  private let runner: CommandRunner
  private let arguments = [
    "--form", "harness", "--strategy", "*", "--scenario", "first-access", "--trials", "10", "--threads", "1",
  ]

  init() throws { runner = try CommandRunner() }

  @Test func `nothing runs if not even the header fits on the disk`() throws {
    let disk = try SmallDisk(bytes: 4_096)
    try disk.write(String(repeating: "x", count: 4_096), to: "rest")
    let result = try runner.start(.singletonBench, arguments + ["--csv", disk("r.csv")]).wait()
    #expect(result.end == .exit(73))
    #expect(result.unfoldedMessages.contains("cannot write \(disk("r.csv")): No space left on device\n"))
    #expect(result.messages.contains("next:     free some space"))
    #expect(result.output.isEmpty)
    #expect(try disk.names == ["rest"])
  }

  @Test func `a run ends if a row does not fit on the disk, and names the file with the finished rows`() throws {
    let disk = try SmallDisk(bytes: 4_096)
    let process = try runner.start(.singletonBench, arguments + ["--csv", disk("r.csv")])
    let result = try process.wait()
    #expect(result.end == .exit(73))
    let kept = disk("r.csv.partial")
    #expect(result.unfoldedMessages.contains("  the finished rows are in \(kept)\n"))
    #expect(result.messages.contains("  next:     free some space, then mv \(kept) \(disk("r.csv"))\n"))
    #expect(try disk.names == ["r.csv.partial"])
    let rows = try ParsedReport(disk.text(of: "r.csv.partial")).rows
    #expect(!rows.isEmpty)
    #expect(rows.allSatisfy { $0["status"] != "interrupted" })
    #expect(process.hasLeftNoProcess())
  }

  @Test func `an old report stays if the new one does not fit on the disk, and the rows are next to it`() throws {
    // Two pages: one for the old report, one for the rows; the new report would need a third.
    let disk = try SmallDisk(bytes: 8_192)
    try disk.write("the old report\n", to: "r.csv")
    let result = try runner.start(
      .singletonBench,
      [
        "--form", "harness", "--strategy", "mutex", "--scenario", "first-access", "--trials", "10", "--force", "--csv",
        disk("r.csv"),
      ]
    ).wait()
    #expect(result.end == .exit(73))
    #expect(result.output.contains("1 row, as expected: 1 showed no defect."))
    #expect(try disk.text(of: "r.csv") == "the old report\n")
    #expect(try ParsedReport(disk.text(of: "r.csv.partial"))["strategy"] == ["mutex"])
    #expect(try disk.names == ["r.csv", "r.csv.partial"])
  }

  @Test(arguments: [["init", "new"], ["learn", "--exercise", "one-look"]])
  func `a package that does not fit on the disk is not written, and can be written later`(command: [String]) throws {
    let disk = try SmallDisk(bytes: 20_480)
    try disk.write(String(repeating: "x", count: 16_384), to: "rest")
    func write() throws -> ProcessResult {
      try runner.start(.singletonBench, command, script: #"cd "\#(disk.path)" && exec "$0" "$@""#).wait()
    }
    let result = try write()
    #expect(result.end == .exit(73) && result.unfoldedMessages.contains("No space left on device"), "\(result)")
    #expect(result.messages.contains("expected: free space"))
    let entries = try #require(FileManager.default.enumerator(atPath: disk.path)).allObjects.compactMap {
      $0 as? String
    }
    #expect(!entries.contains { $0.hasSuffix(".swift") }, "\(entries)")
    try disk.write("", to: "rest")
    #expect(try write().end == .exit(0))
  }

  @Test func `nothing runs on a disk that is read-only`() throws {
    let disk = try SmallDisk(bytes: 4_096)
    try disk.makeReadOnly()
    let result = try runner.start(.singletonBench, arguments + ["--csv", disk("r.csv")]).wait()
    #expect(result.end == .exit(73))
    #expect(result.unfoldedMessages.contains("cannot write \(disk("r.csv")): Read-only file system\n"))
    #expect(result.output.isEmpty)
  }
}
