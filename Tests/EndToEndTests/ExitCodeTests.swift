import Foundation
import TestSupport
import Testing

/// Each code that `run`, `list`, `explain` and `completions` can give; 130 and what is written are suites of their own.
@Suite struct `An exit code` {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  @Test(arguments: [
    ["list"], ["list", "--format", "json"], ["explain", "once-token"], ["completions", "bash"],
    ["completions", "zsh"], ["completions", "fish"], ["--help"], ["--version"], ["run", "--help"],
  ]) func `is 0 where a question was answered, on standard output alone`(arguments: [String]) throws {
    let answer = try bench.start(.singletonBench, arguments).wait()
    #expect(answer.end == .exit(0))
    #expect(!answer.output.isEmpty)
    #expect(answer.messages.isEmpty)
    #expect(try bench.folder.names.isEmpty)
  }

  @Test func `is 0 where everything held and was shown`() throws {
    let answer = try bench.run(
      .singletonBench, "--strategy", "mutex", "--scenario", "mixed-construction", "--scenario", "first-access",
      "--threads", "2", "--time", "300ms", "--initializer-cost", "sleep:100us")
    #expect(answer.end == .exit(0), "\(answer.output)")
    #expect(try bench.report()["grade"] == ["held", "shown"])
  }

  @Test func `is 1 where a promise was broken`() throws {
    let answer = try bench.run(.faultyBench, "--strategy", "wrong-expectation", "--time", "100ms")
    #expect(answer.end == .exit(1))
    #expect(answer.output.contains("forbidden outcome: more than one instance"))
    #expect(try bench.report()["grade"] == ["broken"])
  }

  @Test func `is 3 where a known defect was not shown`() throws {
    let answer = try bench.run(.faultyBench, "--strategy", "silent-defect", "--trials", "1000")
    #expect(answer.end == .exit(3))
    #expect(answer.output.contains("known defect not shown: more than one instance\n"))
    #expect(try bench.report()["grade"] == ["not-shown"])
  }

  @Test func `is that of the broken promise where a defect was not shown either`() throws {
    let answer = try bench.run(.faultyBench, "--strategy", "[sw]*", "--strategy", "spin*", "--timeout", "1s")
    #expect(answer.end == .exit(1))
    #expect(try bench.report()["grade"] == ["held", "broken", "not-shown", "broken"])
  }

  @Test(arguments: [["--strategy", "unsynchronised-lazy"], ["--strategy", "mutex", "--strategy", "mutes"]])
  func `is 4 where a pattern matches nothing, with the nearest ids, and nothing runs`(arguments: [String]) throws {
    let answer = try bench.start(.singletonBench, arguments).wait()
    #expect(answer.end == .exit(4))
    #expect(answer.output.isEmpty)
    #expect(answer.messages.contains(arguments.last == "mutes" ? "nearest:  mutex" : "nearest:  unsynchronized-lazy"))
    #expect(try bench.folder.names.isEmpty)
  }

  @Test(arguments: [
    ["--thread", "2"], ["--threads", "0"], ["--time", "fast"], ["rum"], ["explain"], ["explain", "no-such"],
    ["completions", "tcsh"], ["list", "--format", "xml"], ["run", "extra"], ["--csv", "-", "--format", "json"],
  ]) func `is 64 where the usage was wrong, and nothing runs`(arguments: [String]) throws {
    let answer = try bench.start(.singletonBench, arguments).wait()
    #expect(answer.end == .exit(64))
    #expect(answer.output.isEmpty)
    #expect(answer.messages.contains("  next: "))
    #expect(try bench.folder.names.isEmpty)
  }

  @Test func `is 70 where the system gives no descriptors for children, which is named`() throws {
    let script = #"ulimit -n 10; exec "$0" "$@""#
    let process = try bench.start(.singletonBench, ["--strategy", "mutex", "--csv", "-"], script: script)
    let answer = try process.wait()
    #expect(answer.end == .exit(70))
    #expect(answer.messages.contains("the rows cannot run: watching for signals failed"))
    #expect(try bench.folder.names.isEmpty)
  }

  @Test(arguments: [[], ["mode=row"], ["mode=row", "strategy=none"]])
  func `is 70 of a child that is asked for nonsense`(arguments: [String]) throws {
    #expect(try bench.start(.singletonBench, ["__child"] + arguments).wait().end == .exit(70))
  }
}
