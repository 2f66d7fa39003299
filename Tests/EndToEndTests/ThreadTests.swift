import Foundation
import TestSupport
import Testing

@Suite struct `The threads of a row` {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func run(_ arguments: String..., script: String = #"exec "$0" "$@""#) throws -> Answer {
    let rows = ["--strategy", "mutex", "--scenario", "first-access", "--trials", "200"]
    return try bench.start(.singletonBench, rows + arguments, script: script).wait()
  }

  @Test(arguments: ["256", "1-256", "99999999999999999999"])
  func `are at most 255 on Dispatch: the limit and the other engine are named`(threads: String) throws {
    let answer = try run("--threads", threads)
    #expect(answer.end == .exit(64))
    #expect(answer.messages.contains("1 to 255 with --engine dispatch, 1 to 1,024 with --engine pthread\n"))
    #expect(answer.messages.contains("next:     singleton-bench run --engine pthread") == (threads.count < 9))
    #expect(try bench.folder.names.isEmpty)
  }

  @Test(arguments: [("dispatch", 8), ("pthread", 8), ("dispatch", 255), ("pthread", 300)])
  func `all start and run at one time`(engine: String, threads: Int) throws {
    let answer = try run("--engine", engine, "--threads", "\(threads)")
    #expect(answer.end == .exit(0), "\(answer.output)\(answer.messages)")
    let row = try #require(try bench.report().rows.first)
    #expect(row["status"] == "ok")
    #expect(row["engine"] == engine)
    #expect(row["threads"] == "\(threads)")
    #expect(row["threads_started"] == "\(threads)")
    #expect(row["peak_running"] == "\(threads)")
    #expect(row["accesses"] == "\(threads * 200)")
  }

  @Test func `have a row for each number that was asked for, from the fewest`() throws {
    #expect(try run("--threads", "3,1,5-6,3").end == .exit(0))
    #expect(try bench.report()["threads"] == ["1", "3", "5", "6"])
    #expect(try bench.report()["threads_started"] == ["1", "3", "5", "6"])
  }

  #if os(Linux)
    @Test func `on one core only are run, with a warning that silence means little`() throws {
      // The first of the cores that this process may use.
      let script = #"exec taskset -c "$(taskset -cp $$ | sed 's/.*: //; s/[,-].*//')" "$0" "$@""#
      let answer = try run("--threads", "2", script: script)
      #expect(answer.end == .exit(0))
      #expect(answer.messages.contains("warning: one core only: threads take turns, so it means little"))
      #expect(try bench.report()["cores"] == ["1"])
      #expect(try bench.report()["peak_running"] == ["2"])
    }
  #endif
}
