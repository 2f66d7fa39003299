import Foundation
import TestSupport
import Testing

@Suite struct `Interrupted runs` {
  private let runner: CommandRunner
  private static let ids = ["sound", "silent-defect", "hanging"]

  init() throws { runner = try CommandRunner() }

  /// The sound row runs first, and the hanging row never times out, so that a signal always interrupts the run.
  private var arguments: [String] {
    Self.ids.flatMap { ["--strategy", $0] } + [
      "--seed", Seed.putting("sound", firstOf: Self.ids), "--trials", "1000", "--timeout", "3600s", "--threads", "2",
    ]
  }

  private func expectInterruption(of process: RunningProcess) throws {
    let result = try process.wait()
    #expect(result.end == .exit(130))
    #expect(process.hasLeftNoProcess())
    let report = try runner.report(Program.faultyBench.report)
    #expect(report["strategy"] == Self.ids)
    #expect(report["status"][0] == "ok")
    #expect(report["trials"][0] == "1000")
    #expect(report["status"][2] == "interrupted")
    for column in ["trials", "accesses", "instances", "wall_ms", "threads_started", "grade", "access_p50_ns"] {
      #expect(report[column][2] == "", "\(column) of a row that was interrupted")
    }
    #expect(try runner.folder.names == [Program.faultyBench.report])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `an interrupted run writes its finished rows, and the others as interrupted`(signal: Int32) throws {
    let process = try runner.start(.faultyBench, arguments)
    try process.wait(until: { runner.finishedRows(Program.faultyBench.report) > 0 })
    process.send(signal)
    try expectInterruption(of: process)
  }

  @Test func `a run is interrupted even if it inherited SIGINT as ignored`() throws {
    let process = try runner.start(.faultyBench, arguments, script: #"trap "" INT; exec "$0" "$@""#)
    try process.wait(until: { runner.finishedRows(Program.faultyBench.report) > 0 })
    process.send(SIGINT)
    try expectInterruption(of: process)
  }

  @Test func `a run that is started by nohup survives its terminal`() throws {
    let process = try runner.start(
      .faultyBench, ["--strategy", "sound", "--time", "2s", "--threads", "2", "--progress", "always"],
      script: #"trap "" HUP; exec "$0" "$@""#)
    try process.wait(until: { process.messages.contains("1/1") })
    process.send(SIGHUP)
    #expect(try process.wait().end == .exit(0))
  }

  /// The first signal ends the rows. The report then waits for the reader of a full pipe, who does not read.
  @Test func `a second signal stops a run at once`() throws {
    try #require(mkfifo(runner.folder("pipe"), 0o600) == 0)
    let reader = open(runner.folder("pipe"), O_RDWR | O_NONBLOCK)
    defer { close(reader) }
    while write(reader, "full", 1) == 1 {}
    let process = try startHangingRow("--csv", "pipe")
    try #require(hasEnded(process, by: SIGINT))
    #expect(process.result?.end == .signal(SIGINT))
    #expect(process.hasLeftNoProcess())
  }

  @Test func `an interrupted run does not wait for a reader who is not there`() throws {
    try #require(mkfifo(runner.folder("pipe"), 0o600) == 0)
    let process = try startHangingRow("--csv", "pipe")
    process.send(SIGTERM)
    let result = try process.wait()
    #expect(
      result.end == .exit(73) && result.messages.contains("cannot write pipe: no process reads from it"), "\(result)")
  }

  @Test func `a run interrupted in its first row gives exit code 130`() throws {
    let process = try startHangingRow()
    process.send(SIGTERM)
    #expect(try process.wait().end == .exit(130))
    #expect(process.hasLeftNoProcess())
    #expect(try runner.report(Program.faultyBench.report)["status"] == ["interrupted"])
  }

  @Test func `an interrupted check prints the checks that are finished, and says how many`() throws {
    // With five threads, most strategies take minutes.
    let process = try runner.start(
      .singletonBench, ["check", "--threads", "2,5", "--format", "csv", "--progress", "always"])
    try process.wait(until: { process.messages.contains(#/\r[1-9][0-9]*/[0-9]+  /#) })
    process.send(SIGINT)
    let result = try process.wait()
    #expect(result.end == .exit(130))
    #expect(result.unfoldedMessages.contains(#/interrupted: [1-9]\d* of \d+ checks finished; not \S+, /#))
    #expect(result.messages.contains(#/\r[1-9]\d*/\d+  .* executions, \d+ s/#), "no estimate of what is left")
    let report = try ParsedReport(result.output)
    #expect(!report["verdict"].isEmpty && report["verdict"].allSatisfy { $0 != "limit" })
  }

  @Test func `what an interrupted run has finished is judged with the checker`() throws {
    let process = try runner.start(
      .singletonBench,
      ["--strategy", "double-checked-lock", "--scenario", "first-access", "--threads", "2", "--replicates", "50"]
        + ["--csv", "r.csv"])
    try process.wait(until: { runner.finishedRows("r.csv") > 0 })
    process.send(SIGINT)
    #expect(try process.wait().end == .exit(130))
    let report = try runner.report("r.csv")
    for (status, verdict) in zip(report["status"], report["verdict"]) {
      #expect(status == "interrupted" || verdict.hasPrefix("refuted:half_built"), "\(status): \(verdict)")
    }
  }

  @Test(.enabled(if: RunningProcess.saysWhatItWaitsFor, "this system does not say what a process waits for"))
  func `a run can be stopped while its report waits for a reader`() throws {
    try #require(mkfifo(runner.folder("pipe"), 0o600) == 0)
    let process = try runner.start(
      .faultyBench, ["--strategy", "sound", "--trials", "1", "--csv", "pipe", "--progress", "always"])
    try process.wait(until: { process.waitsForPartner })
    process.send(SIGINT)
    #expect(try process.wait().end == .signal(SIGINT))
  }

  private func startHangingRow(_ arguments: String...) throws -> RunningProcess {
    let process = try runner.start(
      .faultyBench, ["--strategy", "hanging", "--timeout", "3600s", "--progress", "always"] + arguments)
    try process.wait(until: { process.messages.contains("1/1") })
    return process
  }

  /// Returns whether the process ends if the signal is sent repeatedly.
  private func hasEnded(_ process: RunningProcess, by signal: Int32) -> Bool {
    soon {
      process.send(signal)
      usleep(100_000)
      return process.result != nil
    }
  }
}
