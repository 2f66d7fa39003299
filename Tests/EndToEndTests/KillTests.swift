import Foundation
import TestSupport
import Testing

@Suite struct `A run that is killed` {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  @Test func `leaves no child, the old report, and its finished rows, of which the next run tells`() throws {
    try bench.folder.write("the old report\n", to: "r.csv")
    let ids = ["sound", "hanging"]
    let process = try bench.start(
      .faultyBench,
      ids.flatMap { ["--strategy", $0] } + [
        "--seed", Seed.putting("sound", firstOf: ids), "--trials", "1000", "--timeout", "3600s", "--csv", "r.csv",
      ])
    try process.wait(until: { bench.finishedRows("r.csv") == 1 })
    // The row that hangs has begun by then; were it not ended, it would hang for ever.
    usleep(500_000)
    process.send(SIGKILL)
    #expect(try process.wait().end == .signal(SIGKILL))
    #expect(process.hasLeftNobody())
    #expect(try bench.folder.text(of: "r.csv") == "the old report\n")
    #expect(try bench.report("r.csv.partial")["strategy"] == ["sound"])

    let next = try bench.run(.faultyBench, "--strategy", "sound", "--csv", "r.csv")
    #expect(next.end == .exit(0))
    #expect(
      next.messages.contains(
        "note: an earlier run was stopped before its end; its finished rows are now in r.csv.partial.old\n"))
    #expect(try bench.folder.names == ["r.csv", "r.csv.partial.old"])
    #expect(try bench.report("r.csv.partial.old")["strategy"] == ["sound"])
    #expect(try bench.report("r.csv")["status"] == ["ok"])
  }
}
