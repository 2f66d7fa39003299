import Foundation
import SingletonCore
import TestSupport
import Testing

/// Surroundings in which a program is rarely started, and names that are rarely given.
@Suite struct `Unusual surroundings` {
  private let runner: CommandRunner
  private static let row = [
    "--form", "harness", "--strategy", "once-token", "--scenario", "first-access", "--threads", "2", "--trials", "20",
    "--csv", "r.csv",
  ]

  init() throws { runner = try CommandRunner() }

  private func run(
    _ arguments: [String], script: String = #"exec "$0" "$@""#, _ program: Program = .singletonBench
  ) throws -> ProcessResult {
    try runner.start(program, arguments, script: script).wait()
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
  func `another user's file in a sticky folder is refused before anything runs`() throws {
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

  @Test func `a timeout in which no thread can start is named as that`() throws {
    let result = try run(Self.row + ["--timeout", "1ns"])
    #expect(result.end == .exit(4), "\(result)")
    #expect(try runner.report("r.csv")["status"] == ["skipped:0 of 2 threads started within 1ns"])
    #expect(result.output.contains("--time 1s --timeout 10s\n"), "\(result.output)")
  }

  @Test func `a name that is not UTF-8 is refused`() throws {
    for arguments in [#"--csv "$(printf 'u\377.csv')""#, #"compare "$(printf '\377.csv')" r.csv"#] {
      let result = try run([], script: "exec \"$0\" \(arguments)")
      #expect(result.end == .exit(64) && result.messages.contains("is not text in UTF-8"), "\(result)")
    }
    #expect(try runner.folder.names.isEmpty)
  }

  #if os(Linux)
    @Test(arguments: [1, 2, 19])
    func `a terminal of few columns holds nothing up`(columns: Int) throws {
      for arguments in [
        "$*", "compare r.csv r.csv --all", "learn lazy --no-pause",
      ] {
        let command = "stty cols \(columns); '$0' \(arguments)"
        let result = try run(Self.row, script: "exec timeout 60 script -qec \"\(command)\" /dev/null")
        #expect(result.end == .exit(0), "\(arguments): \(result)")
      }
    }

    /// Starts the program, and defines what waits for it: `child` finds the first of its children, `signal` sends a signal
    /// to a child whose threads run, `said` waits until a text is in the program's messages.
    private static let start = #"""
      "$0" "$@" 2>messages & run=$!
      wait_a_little() { [ -e /proc/$run/exe ] || { cat messages >&2; exit 99; }; sleep 0.01; }
      child() { child=$(cat /proc/$run/task/$run/children 2>/dev/null); child=${child%% *}; [ -n "$child" ]; }
      races() { child && [ $(ls /proc/$child/task 2>/dev/null | wc -l) -gt 1 ]; }
      signal() { until races && kill -$1 $child 2>/dev/null; do wait_a_little; done; }
      said() { until grep -q -- "$1" messages; do wait_a_little; done; }

      """#
    private static let end = #"""

      wait $run; code=$?
      cat messages >&2
      exit $code
      """#

    /// Runs a row whose child a script signals.
    private func runWhose(
      child signals: String, strategies: [String] = ["once-token"], form: String = "harness",
      _ program: Program = .singletonBench
    ) throws -> ProcessResult {
      try run(
        strategies.flatMap { ["--strategy", $0] } + ["--form", form, "--scenario", "first-access", "--threads", "2"]
          + ["--csv", "r.csv", "--time", "3s", "--until-shown", "0s", "--timeout", "1500ms"],
        script: Self.start + signals + Self.end,
        program)
    }

    /// The run says that a process is stopped when it has been stopped for the timeout.
    @Test func `a child that was stopped for longer than its timeout is not hung`() throws {
      let result = try runWhose(child: "signal STOP; said 'kill -CONT'; kill -CONT $child")
      #expect(result.end == .exit(0), "\(result)")
      #expect(result.messages.contains(/next: kill -CONT \d+\n/), "\(result.messages)")
      #expect(try runner.report("r.csv")["status"] == ["ok"])
    }

    @Test func `a trial's own process that is stopped is not hung, and is named`() throws {
      // Another trial runs beside the one that is stopped.
      let stop = """
        until child && trial=$(cat /proc/$child/task/$child/children) && [ -n "$trial" ] && kill -STOP $trial &&
          sleep 0.01 && grep -q 'T (stopped)' /proc/${trial% }/status; do wait_a_little; done 2>/dev/null
        said 'kill -CONT'; echo "stopped $trial" >&2; kill -CONT $trial
        """
      let result = try runWhose(child: stop, strategies: ["static-let"], form: "plain")
      #expect(result.end == .exit(0), "\(result)")
      let stopped = try #require(result.messages.firstMatch(of: /stopped (\d+) \n/)).1
      #expect(result.messages.contains("next: kill -CONT \(stopped)\n"), "\(result.messages)")
      #expect(try runner.report("r.csv")["status"] == ["ok"])
    }

    /// Also signals that a fault of the strategy could have raised.
    @Test(arguments: ["KILL", "TERM", "XCPU", "HUP", "USR1", "ABRT", "SEGV", "BUS", "ILL", "TRAP", "FPE", "SYS"])
    func `a child that was killed from outside, as for want of memory, blames no strategy`(signal: String) throws {
      let result = try runWhose(child: "signal \(signal)")
      #expect(result.end == .exit(4), "\(result)")
      #expect(try runner.report("r.csv")["status"][0].hasPrefix("skipped:SIG\(signal) from outside"))
      #expect(result.output.contains("not run: SIG\(signal) from outside"), "\(result.output)")
    }

    @Test func `a run of which one row was skipped is incomplete`() throws {
      let result = try runWhose(child: "signal TERM", strategies: ["once-token", "mutex"])
      #expect(result.end == .exit(4), "\(result)")
      #expect(result.output.contains("2 rows: 1 showed no defect, 1 was skipped.\n"), "\(result.output)")
    }

    @Test func `a row that was to show a defect and was killed is not too weak, and names no other cause`() throws {
      let result = try runWhose(child: "signal HUP", strategies: ["silent-defect"], .faultyBench)
      #expect(result.end == .exit(4), "\(result)")
      #expect(!result.output.contains("likely:") && !result.output.contains("not reproduced"), "\(result.output)")
    }
  #endif
}
