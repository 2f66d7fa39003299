import Foundation
import TestSupport
import Testing

@Suite struct `Threads of a row` {
  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

  private func run(_ arguments: String..., script: String = #"exec "$0" "$@""#) throws -> ProcessResult {
    let rows = ["--form", "harness", "--strategy", "mutex", "--scenario", "first-access", "--trials", "200"]
    return try runner.start(.singletonBench, rows + arguments, script: script).wait()
  }

  @Test(arguments: [("dispatch", 8), ("dispatch", 255), ("pthread", 300)])
  func `all threads of a row run at the same time`(engine: String, threads: Int) throws {
    let result = try run("--threads", "\(threads)")
    #expect(result.end == .exit(0), "\(result.output)\(result.messages)")
    let row = try #require(try runner.report().rows.first)
    #expect(row["status"] == "ok")
    #expect(row["engine"] == engine)
    #expect(row["threads"] == "\(threads)")
    #expect(row["threads_started"] == "\(threads)")
    #expect(row["peak_running"] == "\(threads)")
    #expect(row["accesses"] == "\(threads * 200)")
  }

  #if os(Linux)
    @Test func `a run on one core warns that a defect that is not reproduced means little`() throws {
      // The first of the cores that this process may use.
      let script = #"exec taskset -c "$(taskset -cp $$ | sed 's/.*: //; s/[,-].*//')" "$0" "$@""#
      let result = try run("--threads", "2", script: script)
      #expect(result.end == .exit(0))
      #expect(
        result.unfoldedMessages.contains(
          "warning: one core only: threads rarely overlap, so a defect that is not reproduced means little"))
      #expect(try runner.report()["cores"] == ["1"])
      #expect(try runner.report()["peak_running"] == ["2"])
    }
  #endif
}
