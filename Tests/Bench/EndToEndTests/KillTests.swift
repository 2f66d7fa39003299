import Foundation
import TestSupport
import Testing

@Suite struct `Killed runs` {
  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

  @Test func `a killed run leaves the old report and its finished rows, and no child`() throws {
    try runner.folder.write("the old report\n", to: "r.csv")
    let ids = ["sound", "hanging"]
    let process = try runner.start(
      .faultyBench,
      ids.flatMap { ["--strategy", $0] } + [
        "--seed", Seed.putting("sound", firstOf: ids), "--trials", "1000", "--timeout", "3600s", "--csv", "r.csv",
        "--force", "--progress", "always",
      ])
    // The hanging row would hang forever if it were not killed.
    try process.wait(until: { runner.finishedRows("r.csv") == 1 && process.messages.contains("2/2") })
    process.send(SIGKILL)
    #expect(try process.wait().end == .signal(SIGKILL))
    #expect(process.hasLeftNoProcess())
    #expect(try runner.folder.text(of: "r.csv") == "the old report\n")
    #expect(try runner.report("r.csv.partial")["strategy"] == ["sound"])

    let next = try runner.run(.faultyBench, "--strategy", "sound", "--csv", "r.csv", "--force")
    #expect(next.end == .exit(0))
    #expect(
      next.unfoldedMessages.contains(
        "note: an earlier run was stopped before its end; its finished rows are now in r.csv.partial.old\n"))
    #expect(try runner.folder.names == ["r.csv", "r.csv.partial.old"])
    #expect(try runner.report("r.csv.partial.old")["strategy"] == ["sound"])
    #expect(try runner.report("r.csv")["status"] == ["ok"])
  }
}
