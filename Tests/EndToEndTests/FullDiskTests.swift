import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: SmallDisk.isAvailable, SmallDisk.absence)) struct `On a full disk` {
  private let bench: Workbench
  private let arguments = ["--strategy", "*", "--scenario", "first-access", "--trials", "10", "--threads", "1"]

  init() throws { bench = try Workbench() }

  @Test func `nothing runs where not even the header fits`() throws {
    let disk = try SmallDisk(bytes: 4_096)
    try disk.write(String(repeating: "x", count: 4_096), to: "rest")
    let answer = try bench.start(.singletonBench, arguments + ["--csv", disk("r.csv")]).wait()
    #expect(answer.end == .exit(73))
    #expect(answer.messages.contains("cannot write \(disk("r.csv")): No space left on device\n"))
    #expect(answer.messages.contains("next:     make room"))
    #expect(answer.output.isEmpty)
    #expect(try disk.names == ["rest"])
  }

  @Test func `a run ends where a row does not fit, and says where the finished ones are`() throws {
    let disk = try SmallDisk(bytes: 4_096)
    let process = try bench.start(.singletonBench, arguments + ["--csv", disk("r.csv")])
    let answer = try process.wait()
    #expect(answer.end == .exit(73))
    let kept = disk("r.csv.partial")
    #expect(answer.messages.contains("  the finished rows are in \(kept)\n"))
    #expect(answer.messages.contains("  next:     make room, then mv \(kept) \(disk("r.csv"))\n"))
    #expect(try disk.names == ["r.csv.partial"])
    let rows = try Report(disk.text(of: "r.csv.partial")).rows
    #expect(!rows.isEmpty)
    #expect(rows.allSatisfy { $0["status"] != "interrupted" })
    #expect(process.hasLeftNobody())
  }

  @Test func `an old report stays, and the rows are beside it, where the new one does not fit`() throws {
    // Two pages: one for the old report, one for the rows; the new report would need a third.
    let disk = try SmallDisk(bytes: 8_192)
    try disk.write("the old report\n", to: "r.csv")
    let answer = try bench.start(
      .singletonBench, ["--strategy", "mutex", "--scenario", "first-access", "--trials", "10", "--csv", disk("r.csv")]
    ).wait()
    #expect(answer.end == .exit(73))
    #expect(answer.output.contains("1 row: 1 held."))
    #expect(try disk.text(of: "r.csv") == "the old report\n")
    #expect(try Report(disk.text(of: "r.csv.partial"))["strategy"] == ["mutex"])
    #expect(try disk.names == ["r.csv", "r.csv.partial"])
  }

  @Test func `that may only be read nothing runs`() throws {
    let disk = try SmallDisk(bytes: 4_096)
    try disk.makeReadOnly()
    let answer = try bench.start(.singletonBench, arguments + ["--csv", disk("r.csv")]).wait()
    #expect(answer.end == .exit(73))
    #expect(answer.messages.contains("cannot write \(disk("r.csv")): Read-only file system\n"))
    #expect(answer.output.isEmpty)
  }
}
