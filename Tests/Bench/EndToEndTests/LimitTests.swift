import Foundation
import SingletonCore
import TestSupport
import Testing

/// Limits of the system, under which a run ends with what it has, and never blames a strategy.
@Suite struct `Limits of the system` {
  private let runner: CommandRunner
  private static let rows = [
    "--trials", "10", "--form", "harness", "--strategy", "once-token", "--scenario", "first-access", "--csv", "r.csv",
  ]

  init() throws { runner = try CommandRunner() }

  private func run(_ limit: String, _ arguments: [String]) throws -> ProcessResult {
    try runner.start(.singletonBench, arguments, script: "\(limit); exec \"$0\" \"$@\"").wait()
  }

  @Test func `any number of thread counts runs with few descriptors`() throws {
    let result = try run("ulimit -n 40", ["--threads", "1-40"] + Self.rows)
    #expect(result.end == .exit(0), "\(result)")
    #expect(try runner.report("r.csv")["status"] == Array(repeating: "ok", count: 40))
  }

  @Test func `a run that the system stops in its middle writes what is done, and says so`() throws {
    // In units of 512 bytes: the memory of two threads fits, that of 1,024 does not.
    let result = try run("ulimit -f 1500", ["--threads", "2,1024", "--seed", "3"] + Self.rows)
    #expect(result.end == .exit(71), "\(result)")
    let words = result.messages.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains("the run stopped after 1 of 2 rows, as r.csv says: reserving the row's shared memory failed"))
    #expect(try runner.report("r.csv")["status"] == ["ok", "interrupted"])
    #expect(try runner.folder.names == ["r.csv"])
  }

  @Test(
    .disabled(if: HostInfo.ofThisMachine().sanitizer == "address", "the address sanitizer reserves terabytes"),
    arguments: ["-s 64", "-s 127", "-d 10000", "-d 30000", "-v 40000"])
  func `too little memory for any run is named before it`(limit: String) throws {
    for arguments in [Self.rows, ["check", "--strategy", "mutex"], ["--version"]] {
      let result = try run("ulimit \(limit)", arguments)
      #expect(result.end == .exit(71), "\(arguments): \(result)")
      #expect(result.messages.contains("of this process is limited to "), "\(result)")
    }
    #expect(try runner.folder.names.isEmpty)
  }

  @Test func `a file that may not grow is an output that cannot be written`() throws {
    let result = try run("ulimit -f 1", Self.rows)
    #expect(result.end == .exit(73), "\(result)")
    #expect(result.messages.contains("File too large"))
    #expect(try runner.folder.names.isEmpty)
  }

  @Test func `two names of a file that does not exist yet are one file`() throws {
    try FileManager.default.createSymbolicLink(atPath: runner.folder("here"), withDestinationPath: ".")
    for other in ["./r.csv", "here/r.csv", "\(runner.folder.path)/r.csv"] {
      #expect(try run(":", Self.rows + ["--samples", other]).end == .exit(64))
    }
    #expect(try run(":", Self.rows + ["--samples", "./s.csv"]).end == .exit(0))
  }

  @Test func `a litmus program stops at its time, and says so`() throws {
    try runner.folder.write(
      "{\"name\": \"many\", \"threads\": ["
        + Array(repeating: "[\"W.rlx x 1\", \"W.rlx x 2\", \"R.rlx r0 x\"]", count: 5).joined(separator: ", ") + "]}",
      to: "f.json")
    let result = try runner.run(
      .singletonLitmus, "f.json", "--model", "rc11", "--time", "100ms", "--format", "csv")
    #expect(result.end == .exit(3), "\(result)")
    #expect(result.output.contains("after 100ms, by --time"))
  }

  @Test(.enabled(if: RunningProcess.saysWhatItWaitsFor))
  func `an interrupted litmus prints the programs that are finished`() throws {
    let thread = "[\"W.rlx x 1\", \"W.rlx x 2\", \"R.rlx r0 x\"]"
    let programs = [1, 6].map { count in
      "{\"name\": \"P\(count)\", \"threads\": [" + Array(repeating: thread, count: count).joined(separator: ", ") + "]}"
    }
    try runner.folder.write("[\(programs.joined(separator: ", "))]", to: "f.json")
    let process = try runner.start(.singletonLitmus, ["f.json", "--model", "rc11", "--format", "csv"])
    // The second program is explored by then: the first takes less than a tick.
    try process.wait(until: { process.processorTicks! >= 20 })
    process.send(SIGINT)
    let result = try process.wait()
    #expect(result.end == .exit(130), "\(result)")
    #expect(result.messages.contains("interrupted: 1 of 2 programs finished"))
    #expect(result.output.contains("P1") && !result.output.contains("P6"))
  }

  @Test func `a signal before the first row, and two at once, end with a report`() throws {
    try FileManager.default.createDirectory(atPath: runner.folder("bin"), withIntermediateDirectories: false)
    try runner.folder.write("#!/bin/sh\nsleep 60\n", to: "bin/git")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: runner.folder("bin/git"))
    let process = try runner.start(
      .singletonBench, Self.rows, script: "PATH=$PWD/bin:$PATH; exec \"$0\" \"$@\"")
    try process.wait(until: { FileManager.default.fileExists(atPath: runner.folder("r.csv.partial")) })
    // timeout(1) sends both.
    process.send(SIGTERM)
    process.send(SIGTERM)
    #expect(try process.wait().end == .exit(130))
    #expect(process.hasLeftNoProcess())
    #expect(Set(try runner.report("r.csv")["status"]) == ["interrupted"])
    #expect(try runner.folder.names == ["bin", "r.csv"])
  }
}
