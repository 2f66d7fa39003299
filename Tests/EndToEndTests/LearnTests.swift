import Foundation
import Lessons
import TestSupport
import Testing

/// Every lesson, run by the real program on real threads: what it says is what comes out.
@Suite(.serialized) struct `The lessons` {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  @Test(arguments: Course.standard.ids)
  func `say what comes out, without a terminal and without figures always in the same words`(id: String) throws {
    let answer = try bench.run(.singletonBench, "learn", id, "--no-figures")
    #expect(answer.end == .exit(0), "\(answer.output)")
    #expect(answer.messages.split(separator: "\n").allSatisfy { $0.hasPrefix("warning: ") }, "\(answer.messages)")
    // A code stays in one piece.
    let lines = answer.output.split(separator: "\n").filter { !$0.hasPrefix("replay: ") }
    #expect(lines.allSatisfy { $0.count <= 80 && $0.last != " " })
    try expectGolden(answer.output, named: "lesson-\(id).txt")
  }

  @Test func `show their figures and the lines of the source unless told otherwise`() throws {
    let answer = try bench.run(.singletonBench, "learn", "lazy")
    #expect(answer.end == .exit(0))
    #expect(answer.output.contains(/\n +\d+ +if instance\.load\(\) == nil \{\n/), "a numbered line of the source")
    #expect(answer.output.contains(/[ ]\d+: if instance\.load\(\) == nil \{\n/), "and one of the counterexample")
    #expect(answer.output.contains(/\nunsynchronized-lazy +[\d.]+ +\w? +2\b/), "trials, and the most instances of one")
    #expect(answer.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `have the one of which README.md shows a part`() throws {
    let answer = try bench.run(.singletonBench, "learn", "test-order")
    let readme = try String(contentsOf: Self.readme, encoding: .utf8)
    let section = try #require(readme.split(separator: "## Teaching\n").last?.split(separator: "\n## ").first)
    let shown = try #require(section.split(separator: "`singleton-bench learn test-order`:\n").last)
    let excerpt = shown.split(separator: "\n", omittingEmptySubsequences: false).map { $0.dropFirst(4) }
    let text = excerpt.joined(separator: "\n").trimmingCharacters(in: .newlines)
    #expect(text.count > 200 && answer.output.contains("\n\(text)\n"), "\(text)")
  }

  private static let readme = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "README.md")
}

@Suite struct `The command learn` {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  @Test func `is 1 where a race does not show what a lesson says`() throws {
    let answer = try bench.run(.faultyBench, "learn", "wrong-race")
    #expect(answer.end == .exit(1))
    #expect(answer.output.contains("  NOT SEEN:  two instances came out of one trial\n"))
    #expect(
      answer.output.contains(/\n  expected:  more than one instance\n  got:       nothing unusual in [\d,]+ trials\n/))
    #expect(
      answer.output.contains("faulty-bench run --strategy silent-defect --scenario first-access"), "\(answer.output)")
    #expect(answer.output.contains("1 claim, 1 FAILED. Next: a proof of what is wrong.\n"))
  }

  @Test func `is 1 where a check does not prove what a lesson says`() throws {
    let answer = try bench.run(.faultyBench, "learn", "wrong-proof")
    #expect(answer.end == .exit(1))
    #expect(answer.output.contains("  expected:  a proof\n  got:       refuted: "), "\(answer.output)")
  }

  @Test func `is 64 for a lesson that there is none of, with the nearest, and runs nothing`() throws {
    let answer = try bench.run(.singletonBench, "learn", "double-check")
    #expect(answer.end == .exit(64) && answer.output.isEmpty)
    #expect(answer.messages.contains("unknown lesson \"double-check\""))
    #expect(answer.messages.contains("nearest:  double-checked"))
  }

  /// Before the race has begun the signal itself ends the process, which a shell shows as 130 too.
  @Test func `is 130 where it is interrupted, and leaves nobody`() throws {
    let process = try bench.start(.faultyBench, ["learn", "endless"])
    try process.wait(until: { process.output.contains("does not end") })
    process.send(SIGINT)
    let answer = try process.wait()
    #expect([.exit(130), .signal(SIGINT)].contains(answer.end))
    #expect(process.hasLeftNobody() && !answer.output.contains("claim"))
  }

  @Test func `ends quietly where nobody reads on`() throws {
    let answer = try bench.run(.singletonBench, "learn", output: .withoutReader)
    #expect(answer.end == .exit(141) && answer.messages.isEmpty)
  }
}
