import Foundation
import SingletonCore
import SingletonStressEngine
import TestSupport
import Testing

/// Surroundings in which a program is rarely started, and names that are rarely given.
@Suite struct `Unusual surroundings` {
  private let runner: CommandRunner
  private static let row = [
    "--strategy", "once-token", "--scenario", "first-access", "--threads", "2", "--trials", "20", "--csv", "r.csv",
  ]

  init() throws { runner = try CommandRunner() }

  private func run(_ arguments: [String], script: String = #"exec "$0" "$@""#) throws -> ProcessResult {
    try runner.start(.singletonBench, arguments, script: script).wait()
  }

  @Test(
    .enabled(if: SmallDisk.isAvailable, SmallDisk.absence),
    .disabled(if: HostInfo.ofThisMachine().sanitizer == "address", "the address sanitizer itself needs /proc"))
  func `without /proc, a command is what it says`() throws {
    let script = #"exec unshare -m sh -c 'mount -t tmpfs t /proc && exec "$0" "$@"' "$0" "$@""#
    #expect(try run(["--version"], script: script).output.hasPrefix("singleton-bench 0."))
    #expect(try run(["--nonsense"], script: script).end == .exit(64))
    let result = try run(Self.row, script: script)
    #expect([.exit(0), .exit(71)].contains(result.end), "\(result)")
  }

  /// Whether this test may become another user.
  private static let isRoot = SmallDisk.isAvailable

  /// Runs a copy of the program, which that user may read, in a folder that everybody may write.
  private func runAsNobody(_ arguments: [String], after preparation: String) throws -> ProcessResult {
    try run(
      arguments,
      script: #"""
        cp "$0" tool && chmod 777 . && exec setpriv --reuid=65534 --regid=65534 --clear-groups bash -c '
        """# + preparation + #"; exec ./tool "$@"' - "$@""#)
  }

  @Test(.enabled(if: isRoot, SmallDisk.absence), arguments: [1, 2, 3, 5])
  func `a user who may start no more processes blames no strategy`(limit: Int) throws {
    let result = try runAsNobody(Self.row + ["--timeout", "1s"], after: "ulimit -u \(limit)")
    #expect([.exit(0), .exit(4), .exit(71)].contains(result.end), "\(result)")
    #expect(!(try runner.report("r.csv")["grade"].contains("failed")))
  }

  @Test(.enabled(if: isRoot, SmallDisk.absence))
  func `a file of somebody else in a sticky folder is refused before anything runs`() throws {
    try FileManager.default.createDirectory(
      atPath: runner.folder("s"), withIntermediateDirectories: false, attributes: [.posixPermissions: 0o1777])
    try runner.folder.write("", to: "s/r.csv")
    let result = try runAsNobody(Self.row.dropLast() + ["s/r.csv"], after: ":")
    #expect(result.end == .exit(73) && result.output.isEmpty, "\(result)")
  }

  @Test func `a name that does not fit with the ending of kept rows is refused before anything runs`() throws {
    let most = 255 - ".partial".count
    #expect(try run(Self.row.dropLast() + [String(repeating: "n", count: most)]).end == .exit(0))
    let result = try run(Self.row.dropLast() + [String(repeating: "n", count: most + 1)])
    #expect(result.end == .exit(73) && result.output.isEmpty && result.messages.contains("name too long"), "\(result)")
  }

  @Test func `a folder where the rows are kept is named`() throws {
    try FileManager.default.createDirectory(atPath: runner.folder("r.csv.partial"), withIntermediateDirectories: false)
    let result = try run(Self.row)
    #expect(result.end == .exit(73) && result.output.isEmpty)
    #expect(result.unfoldedMessages.contains("r.csv.partial"), "\(result)")
  }

  #if os(Linux)
    /// Runs a row whose child a script signals.
    private func runWhose(child signals: String) throws -> ProcessResult {
      let script = """
        set -e
        "$0" "$@" & run=$!
        sleep 1
        child=$(cat /proc/$run/task/$run/children)
        \(signals)
        wait $run
        """
      return try run(
        Self.row.filter { !["--trials", "20"].contains($0) } + ["--time", "3s", "--timeout", "500ms"], script: script)
    }

    @Test func `a child that was stopped for longer than its timeout is not hung`() throws {
      let result = try runWhose(child: "kill -STOP $child; sleep 1.5; kill -CONT $child")
      #expect(result.end == .exit(0), "\(result)")
      #expect(try runner.report("r.csv")["status"] == ["ok"])
    }

    @Test(arguments: ["KILL", "TERM", "XCPU"])
    func `a child that was killed from outside, as for want of memory, blames no strategy`(signal: String) throws {
      let result = try runWhose(child: "kill -\(signal) $child")
      #expect(result.end == .exit(4), "\(result)")
      #expect(try runner.report("r.csv")["status"][0].hasPrefix("skipped:SIG\(signal) from outside"))
      #expect(result.output.contains("1 row: 1 was skipped (SIG\(signal) from outside"), "\(result.output)")
    }
  #endif
}
