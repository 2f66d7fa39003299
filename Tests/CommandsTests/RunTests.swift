import Commands
import Outcomes
import Strategies
import StressEngine
import Testing

@Suite struct `A selection` {
  /// Rows that these arguments choose, as `strategy/scenario`.
  private func rows(_ arguments: String...) -> Set<String> {
    var rows: Set<String> = []
    _ = answer(arguments) { plan, settings, run, host, listener in
      rows = Set(plan.rows.map { "\($0.key.strategy)/\($0.key.scenario.rawValue)" })
      try FakeEngine().execute(plan, settings, run, host, listener)
    }
    return rows
  }

  @Test func `without patterns is everything that is declared`() {
    #expect(rows().count == 7)
  }

  @Test func `is what any strategy pattern and any scenario pattern match`() {
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
  func `of nothing, even beside others, runs nothing and is exit code 4`(
    arguments: [String], wrong: String, offered: String
  ) {
    let answer = answer(arguments) { _, _, _, _, _ in Issue.record("something ran") }
    #expect(answer.code == .nothingRan)
    #expect(answer.messages.contains(wrong))
    #expect(answer.messages.contains(offered))
  }

  @Test func `from an empty catalogue is exit code 4`() {
    #expect(answer([], catalog: Catalog([])).code == .nothingRan)
  }
}

@Suite struct `A run` {
  private func code(_ engine: FakeEngine) -> ExitCode {
    answer([]) { try engine.execute($0, $1, $2, $3, $4) }.code
  }

  @Test func `that held and showed everything is exit code 0, and says so by silence`() {
    let answer = answer("--seed", "1", "--threads", "2")
    #expect(answer.code == .held)
    #expect(answer.messages.isEmpty)
    #expect(answer.output.hasSuffix("\n7 rows: 5 held, 2 showed their known defect.\n"))
  }

  @Test func `ends with the exit code of its verdict`() {
    #expect(code(FakeEngine(grade: { _ in .broken })) == .broken)
    #expect(code(FakeEngine(grade: { $0.scenario == .copy ? .notShown : .held })) == .tooWeak)
    #expect(code(FakeEngine(grade: { _ in nil }, status: .skipped("no threads"))) == .nothingRan)
    #expect(code(FakeEngine(grade: { _ in nil }, status: .interrupted)) == .interrupted)
  }

  @Test func `that is broken or too weak says where`() {
    let broken = answer([]) { try FakeEngine(grade: { _ in .broken }).execute($0, $1, $2, $3, $4) }
    #expect(broken.output.contains("\n7 rows: 7 broke what is declared.\n"))
    #expect(broken.output.contains("\n  double-checked-lock, subclass, 2 threads: expected sound, got another"))
    let weak = answer([]) { try FakeEngine(grade: { _ in .notShown }).execute($0, $1, $2, $3, $4) }
    #expect(weak.output.contains("\n  unsynchronized-lazy, copy, 2 threads: expected defect:reinits|crash, got it in"))
  }

  @Test func `whose rows do not all come back is a bug of our own`() {
    let answer = answer([]) { _, _, _, _, _ in }
    #expect(answer.code == .ownBug)
    #expect(answer.messages.contains("a bug of our own"))
  }

  @Test func `whose engine throws what nobody foresaw is a bug of our own`() {
    struct Surprise: Error {}
    let answer = answer([]) { _, _, _, _, _ in throw Surprise() }
    #expect(answer.code == .ownBug)
    #expect(answer.messages.contains("Surprise"))
  }

  @Test func `shows its progress where asked to, and takes it away`() {
    let answer = answer("--seed", "1", "--threads", "2", "--progress", "always")
    #expect(answer.messages.contains("\r1/7  "))
    #expect(answer.messages.hasSuffix(" \r"))
  }

  @Test func `on one core only warns that silence means little`() {
    #expect(answer(["--seed", "1"], host: .oneCore).messages.contains("warning: one core only"))
    #expect(!answer(["--seed", "1"]).messages.contains("one core"))
  }
}

@Suite struct `Warnings` {
  private static let quiet = Circumstances(load: 0.9, governor: "performance", clockSource: "tsc")

  private func warnings(
    _ host: HostFacts = .machine(build: "release"), _ circumstances: Circumstances = quiet
  ) -> [Substring] {
    answer(["--seed", "1"], host: host, circumstances: circumstances).messages.split(separator: "\n")
      .filter { $0.hasPrefix("warning: ") }
  }

  @Test func `are none on a quiet machine with a release build`() {
    #expect(warnings().isEmpty)
    #expect(warnings(.machine(), Circumstances()).isEmpty)
    #expect(warnings(.machine(), Circumstances(clockSource: "arch_sys_counter")).isEmpty)
  }

  @Test(arguments: [
    (HostFacts.machine(build: "debug"), quiet, "debug build", "times and rates"),
    (.machine(sanitizer: "thread"), quiet, "the thread sanitizer", "times and rates"),
    (.machine(), Circumstances(load: 3.14), "a load of 3.1 on 2 cores", "times are too long"),
    (.machine(), Circumstances(governor: "powersave"), "frequency scaling (governor powersave)", "times follow"),
    (.machine(), Circumstances(clockSource: "kvm-clock"), "virtualised or slow clock (kvm-clock)", "first_access_*"),
    (.machine(cores: 1), quiet, "one core only", "means little"),
  ])
  func `name what was found and what it spoils`(
    host: HostFacts, circumstances: Circumstances, found: String, spoiled: String
  ) {
    let lines = warnings(host, circumstances)
    #expect(lines.count == 1)
    #expect(lines[0].contains(found) && lines[0].contains(spoiled))
  }

  @Test func `go to standard error, and leave the data alone`() {
    let answer = answer(["--seed", "1", "--csv", "-", "--format", "csv"], host: .machine(build: "debug"))
    #expect(answer.messages.contains("warning: debug build"))
    #expect(!answer.output.contains("warning"))
  }
}

@Suite struct `Exit codes` {
  @Test func `of several facts the worst is told`() {
    #expect(ExitCode.worst(of: [.nothingRan, .tooWeak, .held]) == .tooWeak)
    #expect(ExitCode.worst(of: [.broken, .interrupted]) == .interrupted)
    #expect(ExitCode.worst(of: [.regression, .notComparable]) == .regression)
    #expect(ExitCode.worst(of: [.cannotWrite, .interrupted, .ownBug]) == .ownBug)
    #expect(ExitCode.worst(of: []) == .held)
  }

  @Test func `each verdict has its own`() {
    let verdicts: [Verdict] = [.held, .broken, .tooWeak, .nothingRan, .interrupted]
    #expect(verdicts.map { ExitCode($0).rawValue } == [0, 1, 3, 4, 130])
  }

  @Test(arguments: ExitCode.allCases) func `each has its place in the order`(code: ExitCode) {
    #expect(ExitCode.worst(of: [.held, code]) == code)
  }
}
