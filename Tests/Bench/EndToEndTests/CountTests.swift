import Foundation
import TestSupport
import Testing

/// Counts of instructions, in the real program.
@Suite(.enabled(if: canStep, "a program steps only on x86-64")) struct `Counted accesses` {
  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

  private static let columns = ["instructions", "atomics", "calls", "system_calls"].map { "access_\($0)" }

  private func run(
    _ name: String, strategy: String = "mutex", threads: Int = 2, environment: [String: String] = [:]
  ) throws {
    let result = try runner.run(
      .tutorialBench, "--strategy", strategy, "--scenario", "first-access", "--threads", "\(threads)", "--trials",
      "50",
      "--no-check", "--until-shown", "1ms", "--seed", "1", "--csv", name,
      environment: environment.merging(["COUNTS_IN_DEBUG_BUILD": "1"]) { $1 })
    try #require(result.end == .exit(0), "\(result.output)\(result.messages)")
  }

  /// Returns the counts of the plain form, which looks up no types in a debug build either.
  private func counts(_ name: String) throws -> [String] {
    let report = try runner.report(name)
    let plain = report["form"].firstIndex(of: "plain")!
    return Self.columns.map { report[$0][plain] }
  }

  @Test func `both forms have counts, and a lock has atomic instructions`() throws {
    try run("a.csv")
    let report = try runner.report("a.csv")
    #expect(report["access_instructions"].allSatisfy { Int($0) != nil }, "\(report["counts_remark"])")
    #expect(report["access_atomics"].allSatisfy { Int($0)! >= 2 })
    // In a debug build, the first access looks up many types.
    let isWhole = zip(report["first_access_instructions"], report["counts_remark"]).allSatisfy { count, remark in
      Int(count) != nil ? remark.isEmpty : remark.contains("more than 2,560 instructions")
    }
    #expect(isWhole, "\(report["counts_remark"])")
  }

  @Test func `a count does not depend on the environment, nor on settings of the C library`() throws {
    try run("a.csv")
    try run(
      "b.csv",
      environment: [
        "PADDING": String(repeating: "x", count: 10_001), "LD_BIND_NOW": "",
        "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0:glibc.cpu.hwcaps=-AVX2",
      ])
    #expect(try counts("a.csv") == counts("b.csv"))
  }

  @Test func `a count depends neither on the threads of its row nor on what its processes did before`() throws {
    try run("a.csv", strategy: "configured-once")
    try run("b.csv", strategy: "configured-once", threads: 64)
    let (two, many) = (try runner.report("a.csv"), try runner.report("b.csv"))
    for column in Self.columns + Self.columns.map({ "first_\($0)" }) {
      #expect(two[column] == many[column] && two[column].allSatisfy { !$0.isEmpty }, "\(two[column]), \(many[column])")
    }
    #expect(two["access_instructions_most"].allSatisfy { $0.isEmpty })
    #expect(two["first_access_instructions_most"].allSatisfy { $0.isEmpty })
  }

  @Test(arguments: ["configured-once", "global-actor", "main-actor-static-let"])
  func `each process counts the same`(strategy: String) throws {
    // Two processes count in each run.
    let counts = try (0..<3).map { number in
      try run("\(number).csv", strategy: strategy)
      let report = try runner.report("\(number).csv")
      #expect(report["access_instructions_most"].allSatisfy { $0.isEmpty })
      #expect(report["first_access_instructions_most"].allSatisfy { $0.isEmpty })
      return (Self.columns + Self.columns.map { "first_\($0)" } + ["counts_remark"]).map { report[$0] }
    }
    #expect(Set(counts).count == 1, "\(counts)")
  }

  @Test func `an access in which another thread takes part has no count, whichever thread is faster`() throws {
    try run("a.csv", strategy: "main-actor-static-let")
    let remarks = try runner.report("a.csv")["counts_remark"]
    #expect(!remarks.isEmpty)
    for access in ["a later access", "the first access"] {
      let isSaid = remarks.allSatisfy { $0.contains("\(access) is not counted: the thread waits for another one") }
      #expect(isSaid, "\(remarks)")
    }
  }

  @Test func `one instruction more is a regression, and one less is none`() throws {
    try run("a.csv")
    let report = try runner.report("a.csv")
    let instructions = report["access_instructions"][0]
    // As if the program was a release build.
    try runner.folder.write(try runner.folder.text(of: "a.csv").replacing(",debug,", with: ",release,"), to: "a.csv")
    let lines = try runner.folder.text(of: "a.csv").split(separator: "\n").map(String.init)
    let column = lines[0].split(separator: ",").firstIndex(of: "access_instructions")!
    var changed = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    // No field before this column has a comma.
    changed[1][column] = "\(Int(instructions)! + 1)"
    try runner.folder.write(changed.map { $0.joined(separator: ",") + "\n" }.joined(), to: "more.csv")
    let more = try runner.run(.singletonBench, "compare", "a.csv", "more.csv")
    #expect(more.end == .exit(2), "\(more.output)")
    #expect(more.output.contains("instead of"))
    #expect(try runner.run(.singletonBench, "compare", "more.csv", "a.csv").end == .exit(0))
    let allowed = try runner.run(.singletonBench, "compare", "a.csv", "more.csv", "--gate-instructions", "50%")
    #expect(allowed.end == .exit(0))
  }
}
