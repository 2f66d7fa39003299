import CommandTestSupport
import SingletonCommands
import SingletonCore
import SingletonPlatform
import SingletonStrategyKit
import SingletonStressEngine
import Testing

@Suite struct `Selections` {
  /// Returns the rows that these arguments select, as `strategy/scenario`.
  private func rows(_ arguments: String...) -> Set<String> {
    var rows: Set<String> = []
    _ = invoke(arguments) { run, facts, listener in
      rows = Set(run.plan.rows.map { "\($0.key.strategy)/\($0.key.scenario)" })
      try FakeEngine().execute(run, facts, listener)
    }
    return rows
  }

  @Test func `without patterns every declared row is selected`() {
    #expect(rows().count == 7)
  }

  @Test func `a row is selected if a strategy pattern and a scenario pattern match`() {
    #expect(rows("--scenario", "copy") == ["unsynchronized-lazy/copy"])
    #expect(
      rows("--strategy", "once*", "--strategy=double*", "--scenario=*e*a*", "--scenario=subclass").contains(
        "once-reentrant/reentrant"))
    #expect(rows("--strategy", "*", "--scenario", "first-*").count == 3)
  }

  @Test(arguments: [
    (["--strategy", "double*", "--strategy", "dubble*"], "\"dubble*\" matches nothing", "double-checked-lock"),
    (["--scenario", "cpy"], "\"cpy\" matches nothing", "copy"),
    (["--strategy", "double*", "--scenario", "copy"], "have no row in common", "explain double-checked-lock"),
    (["--strategy", "double*", "--scenario", "teardown"], "have no row in common", "explain double-checked-lock"),
    (["--scenario", "copy", "--scenario", "teardown"], "\"teardown\"", "have no row in common"),
    (["--strategy", "double*", "--strategy", "unsync*", "--scenario", "copy"], "\"double*\"", "no row in common"),
  ])
  func `a pattern that selects nothing gives exit code 4, and nothing runs`(
    arguments: [String], wrong: String, offered: String
  ) {
    let result = invoke(arguments) { _, _, _ in Issue.record("something ran") }
    #expect(result.code == .incomplete)
    #expect(result.messages.contains(wrong))
    #expect(result.messages.contains(offered))
  }

  @Test(arguments: [
    (["harness", "--strategy", "static-let"], "static-let is its listing, and has no other form", "plain"),
    (["harness", "--strategy", "mutex", "--strategy", "arc*"], "arc-lazy is its listing", "plain"),
    (["plain", "--strategy", "retain-count-overridden"], "there is no object to count", "harness"),
    (["plain", "--strategy", "weak-once", "--scenario", "reconstruct"], "weak-once cannot do reconstruct", "harness"),
  ])
  func `strategies without a row in the form are an error that names the other form`(
    arguments: [String], why: String, other: String
  ) {
    let result = invoke(["--form"] + arguments, catalog: .standard) { _, _, _ in Issue.record("something ran") }
    #expect(result.code == .incomplete)
    #expect(result.messages.contains("no row has the form \(arguments[0]), so nothing runs\n"))
    #expect(result.messages.contains("  expected: --form \(other), or --form both\n"))
    #expect(result.messages.contains(why) && result.messages.contains("run --form \(other) --strategy "))
  }

  @Test func `an empty catalog gives exit code 4`() {
    #expect(invoke([], catalog: Catalog([])).code == .incomplete)
  }
}

@Suite struct `The command run` {
  private func code(_ engine: FakeEngine) -> ExitCode {
    invoke([]) { try engine.execute($0, $1, $2) }.code
  }

  @Test func `a run as declared gives exit code 0, without messages`() {
    let result = invoke("--seed", "1", "--threads", "2")
    #expect(result.code == .passed)
    #expect(result.messages.isEmpty)
    #expect(result.output.hasSuffix("\n7 rows, as expected: 5 showed no defect, 2 reproduced their known defect.\n"))
  }

  @Test func `a run ends with the exit code of its verdict`() {
    #expect(code(FakeEngine(grade: { _ in .failed })) == .failed)
    #expect(code(FakeEngine(grade: { $0.scenario == "copy" ? .notReproduced : .passed })) == .tooWeak)
    #expect(code(FakeEngine(grade: { _ in nil }, status: .skipped("no threads"))) == .incomplete)
    #expect(code(FakeEngine(grade: { _ in nil }, status: .interrupted)) == .interrupted)
  }

  @Test func `a run that failed or is too weak names the rows`() {
    let failed = invoke([]) { try FakeEngine(grade: { _ in .failed }).execute($0, $1, $2) }
    #expect(failed.output.contains("\n7 rows: 7 failed.\n"))
    #expect(failed.output.contains("\n  double-checked-lock, subclass, 2 threads: expected sound, got another"))
    let weak = invoke([]) { try FakeEngine(grade: { _ in .notReproduced }).execute($0, $1, $2) }
    #expect(weak.output.contains("\n  unsynchronized-lazy, copy, 2 threads: expected initialized again or"))
  }

  @Test func `a run that loses rows is reported as a bug of the program`() {
    let result = invoke([]) { _, _, _ in }
    #expect(result.code == .ownBug)
    #expect(result.messages.contains("internal error"))
  }

  @Test func `an unexpected error is reported as a bug of the program`() {
    struct Surprise: Error {}
    let result = invoke([]) { _, _, _ in throw Surprise() }
    #expect(result.code == .ownBug)
    #expect(result.messages.contains("Surprise"))
  }

  @Test func `a run shows its progress if asked to, and removes it`() {
    let result = invoke("--seed", "1", "--threads", "2", "--progress", "always")
    #expect(result.messages.contains("\r1/7  "))
    let left = result.messages.split(separator: "\r").last
    #expect(left?.allSatisfy { $0 == " " } == true, "nothing is left behind")
  }

  @Test func `a line appears while the run goes on only for a row that is not as declared`() {
    func lines(_ grade: Grade?, status: RowStatus = .ok) -> Int {
      let run = invoke(["--seed", "1", "--threads", "2", "--progress", "always"]) {
        try FakeEngine(grade: { $0.scenario == "copy" ? grade : .passed }, status: status, trials: 100)
          .execute($0, $1, $2)
      }
      return run.messages.matches(of: /\r(failed|not-reproduced|skipped|passed|reproduced|interrupted): [a-z]/).count
    }
    #expect(lines(.passed) == 0 && lines(.reproduced) == 0)
    #expect(lines(.failed) == 1 && lines(.notReproduced) == 1)
    #expect(lines(nil, status: .skipped("no threads")) == 1 && lines(nil, status: .interrupted) == 0)
  }

  @Test func `what is said of a row while the run goes on is what the table says at its end`() {
    let arguments = [
      "--seed", "1", "--threads", "2", "--progress", "always", "--strategy", "double-checked-lock", "--scenario",
      "first-access", "--format", "rows",
    ]
    let result = invoke(arguments, catalog: .standard) {
      try FakeEngine(grade: { _ in .failed }, trials: 100).execute($0, $1, $2)
    }
    #expect(
      result.messages.contains(
        "failed: double-checked-lock, first-access, 2 threads: none in 100; the harness's form is refuted:"))
    let output = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(output.contains("none in 100; the harness's form is refuted: half-built"))
  }

  @Test func `on a terminal a run ends with its answer, and elsewhere begins with it`() {
    func output(isTerminal: Bool) -> String {
      invoke(["--seed", "1", "--threads", "2", "--form", "harness"], catalog: .standard, outputIsTerminal: isTerminal) {
        try FakeEngine(grade: { _ in .passed }, trials: 100).execute($0, $1, $2)
      }.output
    }
    let (terminal, file) = (output(isTerminal: true), output(isTerminal: false))
    #expect(file.hasPrefix("What to write, ") || file.hasPrefix("Of "))
    let answer = file.prefix(upTo: file.firstRange(of: "\n\n")!.lowerBound)
    #expect(terminal.hasSuffix("\n\n\(answer)\n"))
    #expect(Set(terminal.split(separator: "\n")) == Set(file.split(separator: "\n")))
  }

  @Test func `the estimate says that the machine is not quiet`() {
    func announced(_ load: Double) -> Bool {
      let run = invoke(["--seed", "1", "--time", "10s"], conditions: SystemConditions(load: load))
      return run.messages.contains(/7 rows, about .* on a quiet machine\n/)
    }
    #expect(announced(3) && !announced(1))
  }

  @Test func `a run with one thread alone warns that nothing is raced`() {
    #expect(invoke(["--seed", "1", "--threads", "1"]).messages.contains("warning: one thread only"))
    #expect(!invoke(["--seed", "1", "--threads", "1,2"]).messages.contains("one thread only"))
  }
}

@Suite struct `Warnings` {
  private static let quiet = SystemConditions(load: 0.9, governor: "performance", clockSource: "tsc")

  private func warnings(
    _ host: HostInfo = .machine(build: "release"), _ conditions: SystemConditions = quiet
  ) -> [Substring] {
    invoke(["--seed", "1"], host: host, conditions: conditions).messages.split(separator: "\n")
      .filter { $0.hasPrefix("warning: ") }
  }

  @Test func `a quiet machine with a release build gives no warning`() {
    #expect(warnings().isEmpty)
    #expect(warnings(.machine(), SystemConditions()).isEmpty)
    #expect(warnings(.machine(), SystemConditions(clockSource: "arch_sys_counter")).isEmpty)
  }

  @Test(arguments: [
    (HostInfo.machine(build: "debug"), quiet, "debug build", "times and rates"),
    (.machine(sanitizer: "thread"), quiet, "the thread sanitizer", "times and rates"),
    (.machine(), SystemConditions(load: 3.14), "a load of 3.1 on 2 cores", "times are too long"),
    (.machine(), SystemConditions(governor: "powersave"), "frequency scaling (governor powersave)", "times depend"),
    (.machine(), SystemConditions(clockSource: "kvm-clock"), "virtualized or slow clock (kvm-clock)", "first_access_*"),
    (.machine(cores: 1), quiet, "one core only", "means little"),
  ])
  func `a warning says what was found and what it affects`(
    host: HostInfo, conditions: SystemConditions, found: String, spoiled: String
  ) {
    let lines = warnings(host, conditions)
    #expect(lines.count == 1)
    #expect(lines[0].contains(found) && lines[0].contains(spoiled))
  }

  @Test func `warnings go to standard error`() {
    let result = invoke(["--seed", "1", "--csv", "-", "--format", "csv"], host: .machine(build: "debug"))
    #expect(result.messages.contains("warning: debug build"))
    #expect(!result.output.contains("warning"))
  }
}

@Suite struct `Exit codes` {
  @Test func `of several exit codes the most severe counts`() {
    #expect(ExitCode.worst(of: [.incomplete, .tooWeak, .passed]) == .tooWeak)
    #expect(ExitCode.worst(of: [.failed, .interrupted]) == .interrupted)
    #expect(ExitCode.worst(of: [.regression, .notComparable]) == .regression)
    #expect(ExitCode.worst(of: [.cannotWrite, .interrupted, .ownBug]) == .ownBug)
    #expect(ExitCode.worst(of: []) == .passed)
  }

  @Test func `each verdict has its exit code`() {
    let verdicts: [RunGrade] = [.passed, .failed, .tooWeak, .incomplete, .interrupted]
    #expect(verdicts.map { ExitCode($0).rawValue } == [0, 1, 3, 4, 130])
  }

  @Test(arguments: ExitCode.allCases) func `each exit code is more severe than success`(code: ExitCode) {
    #expect(ExitCode.worst(of: [.passed, code]) == code)
  }
}
