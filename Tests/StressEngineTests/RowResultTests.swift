import Outcomes
import Strategies
import Testing

@testable import StressEngine

@Suite struct `The end of a child` {
  @Test func `is the status of its row`() {
    #expect(RowStatus(.exited(0)) == .ok)
    #expect(RowStatus(.exited(3)) == .exit(3))
    #expect(RowStatus(.signalled(4)) == .trapped("SIGILL"))
    #expect(RowStatus(.signalled(5)) == .trapped("SIGTRAP"))
    #expect(RowStatus(.signalled(11)) == .crashed("SIGSEGV"))
    #expect(RowStatus(.signalled(6)) == .crashed("SIGABRT"))
    #expect(RowStatus(.signalled(9)) == .crashed("SIGKILL"))
    #expect(RowStatus(.signalled(60)) == .crashed("SIG60"))
  }
}

private typealias Demand = Outcomes.Expectation.Demand

/// How children of a row ended, and what that is as one status.
struct Ends: Sendable {
  let demand: Outcomes.Expectation.Demand
  let ends: [RowStatus]
  let worst: RowStatus

  init(_ demand: Outcomes.Expectation.Demand, _ ends: [RowStatus], are worst: RowStatus) {
    self.demand = demand
    self.ends = ends
    self.worst = worst
  }
}

/// Children that have brought home what the test has written on their boards.
@Suite struct `A row's result` {
  private let board: Board
  private let words: Words

  init() throws {
    board = try Board.make(threads: 2)
    words = try Words()
  }

  /// What several children add up to. They run a program that does nothing; only their boards are looked at.
  private func result(_ demand: Demand, _ ends: [RowStatus], mode: RowJob.Mode = .trial) throws -> RowResult {
    var result = RowResult(demand: demand)
    let job = RowJob.counting(mode: mode)
    for (index, end) in ends.enumerated() {
      let child = try ChildProcess(
        job, executable: "/bin/sh", board: board, words: words, lifeline: words.descriptor, now: 0)
      child.stop()
      board[.threadsStarted].store(UInt64(2 - index % 2), ordering: .relaxed)
      board[.peakRunning].store(UInt64(index), ordering: .relaxed)
      board[.wallNanoseconds].store(100, ordering: .relaxed)
      board.counters(ofThread: 0)[Counter.accesses.rawValue] = 10
      board.counters(ofThread: 1)[Counter.liveMax.rawValue] = UInt64(index)
      result.add(child, ended: end, job: job)
    }
    return result
  }

  @Test(arguments: [
    Ends(.sound, [.ok, .ok], are: .ok),
    Ends(.sound, [.ok, .crashed("SIGSEGV"), .ok], are: .crashed("SIGSEGV")),
    Ends(.sound, [.trapped("SIGILL"), .hung], are: .trapped("SIGILL")),
    Ends(.sound, [.exit(3), .hung, .exit(4)], are: .hung),
    Ends(.sound, [.exit(3), .exit(4)], are: .exit(3)),
    Ends(.sound, [.skipped("why"), .crashed("SIGBUS")], are: .skipped("why")),
    Ends(.trap, [.trapped("SIGILL"), .trapped("SIGILL")], are: .trapped("SIGILL")),
    Ends(.trap, [.trapped("SIGILL"), .ok], are: .ok),
    Ends(.trap, [.hung, .trapped("SIGILL")], are: .hung),
    Ends(.hang, [.hung, .ok], are: .ok),
    Ends(.hang, [.hung, .hung], are: .hung),
    Ends(.hang, [.trapped("SIGILL"), .hung], are: .trapped("SIGILL")),
  ])
  func `has the declared end only where all children had it, else the worst`(ends: Ends) throws {
    #expect(try result(ends.demand, ends.ends).status == ends.worst)
  }

  @Test func `of several children adds up what they counted, and is as weak as the weakest`() throws {
    let measured = try #require(try result(.sound, [.ok, .ok, .ok]).measured)
    #expect(measured.tally[.accesses] == 30)
    #expect(measured.tally[.liveMax] == 2)
    #expect(measured.threadsStarted == 1)
    #expect(measured.peakRunning == 2)
    // Their wall time is from the first one's start to the last one's end.
    #expect(measured.wallNanoseconds == 0)
  }

  @Test func `of a trial that ended badly is a trial all the same`() throws {
    #expect(try result(.trap, [.trapped("SIGILL"), .trapped("SIGILL")]).measured?.tally[.trials] == 2)
    #expect(try result(.sound, [.crashed("SIGSEGV")], mode: .row).measured?.tally[.trials] == 0)
  }

  @Test func `of a child whose threads did not all start says how many did`() throws {
    let child = try ChildProcess(
      .counting(mode: .row), executable: "/bin/sh", board: board, words: words, lifeline: words.descriptor, now: 0)
    child.stop()
    board[.threadsStarted].store(1, ordering: .relaxed)
    board[.gaveUp].store(1, ordering: .relaxed)
    var result = RowResult(demand: .sound)
    result.add(child, ended: .exit(ChildExit.threadsMissing.rawValue), job: .counting(mode: .row))
    #expect(result.status == .skipped("1 of 2 threads started"))
  }

  @Test func `of a strategy that leaves with the code of missing threads is no skipped row`() throws {
    let code = ChildExit.threadsMissing.rawValue
    #expect(try result(.sound, [.exit(code)], mode: .row).status == .exit(code))
  }
}
