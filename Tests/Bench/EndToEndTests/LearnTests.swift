import Foundation
import SingletonCourse
import TestSupport
import Testing

/// Lessons run by the real program on real threads.
@Suite(.serialized) struct `Native runs of lessons` {
  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

  @Test(arguments: Course.standard.ids)
  func `every lesson passes, in lines of at most 80 columns`(id: String) throws {
    let result = try runner.run(.singletonBench, "learn", id)
    #expect(result.end == .exit(0), "\(result.output)")
    let messages = result.messages.split(separator: "\n")
    #expect(messages.allSatisfy { $0.hasPrefix("warning: ") || $0.hasPrefix("    ") }, "\(result.messages)")
    // A replay code is not wrapped, and neither is code.
    let lines = result.output.split(separator: "\n").filter { !$0.hasPrefix("replay: ") }
    #expect(lines.allSatisfy { ($0.count <= 80 || $0.isCode) && $0.last != " " })
  }

  @Test func `lessons that race, check and hang have pages, with their claims judged`() throws {
    let folder = try TemporaryFolder()
    let ids = ["lazy", "litmus", "re-entry"]
    let result = try runner.start(.singletonBench, ["learn"] + ids + ["--html", folder("course")]).wait()
    #expect(result.end == .exit(0), "\(result.messages)")
    for (number, lesson) in Course.standard.lessons.enumerated() where ids.contains(lesson.id) {
      let name = (number < 9 ? "0" : "") + "\(number + 1)-\(lesson.id).html"
      let page = try ParsedPage(folder.text(of: "course/" + name))
      #expect(page.foreign == [], "\(name)")
      #expect(page.all("h1").map(\.text) == [lesson.title])
      let judged = page.all("dt").count { ["seen", "cannot be seen here"].contains($0.text) }
      #expect(judged == lesson.claims.count, "\(name)")
      let links = page.all("a").compactMap { $0.attributes["href"] }.filter { $0.first != "#" }
      #expect(links.allSatisfy { FileManager.default.fileExists(atPath: folder("course/" + $0)) }, "\(name): \(links)")
      let ids = page.elements.compactMap { $0.attributes["id"] }
      #expect(Set(ids).count == ids.count, "\(name): an id twice")
    }
  }

  @Test func `a lesson shows its numbers and the line numbers of source code`() throws {
    let result = try runner.run(.singletonBench, "learn", "lazy")
    #expect(result.end == .exit(0))
    #expect(result.output.contains(/\n +\d+ +if instance\.load\(\) == nil \{\n/), "a line number in the source")
    #expect(result.output.contains(/[ ]\d+: if instance\.load\(\) == nil \{\n/), "a line number in the counterexample")
    #expect(result.output.contains(/\nunsynchronized-lazy +[\d.]+ +\w? +2\b/), "trials, and the most instances of one")
    #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }
}

@Suite struct `The command learn` {
  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

  @Test func `a lesson whose run does not show its claim gives exit code 1`() throws {
    let result = try runner.run(.faultyBench, "learn", "wrong-run")
    #expect(result.end == .exit(1))
    #expect(result.output.contains("  NOT SEEN:  two instances came out of one trial\n"))
    #expect(
      result.output.contains(/\n  expected:  more than one instance\n  got:       nothing unusual in [\d,]+ trials\n/))
    #expect(
      result.output.contains("faulty-bench run --strategy silent-defect --scenario first-access"), "\(result.output)")
    #expect(result.output.contains("1 claim, 1 FAILED. Next: a proof of what is wrong.\n"))
  }

  @Test func `a lesson whose check does not prove its claim gives exit code 1`() throws {
    let result = try runner.run(.faultyBench, "learn", "wrong-proof")
    #expect(result.end == .exit(1))
    #expect(result.output.contains("  expected:  a proof\n  got:       refuted: "), "\(result.output)")
  }

  /// Before the run has begun, the signal itself ends the process, which a shell also reports as 130.
  @Test func `an interrupted lesson gives exit code 130, and leaves no process`() throws {
    let process = try runner.start(.faultyBench, ["learn", "endless"])
    try process.wait(until: { process.output.contains("does not end") })
    process.send(SIGINT)
    let result = try process.wait()
    #expect([.exit(130), .signal(SIGINT)].contains(result.end))
    #expect(process.hasLeftNoProcess() && !result.output.contains("claim"))
  }
}
