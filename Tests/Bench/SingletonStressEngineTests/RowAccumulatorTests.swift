import SingletonCore
import SingletonPlatform
import Testing

import struct SingletonCore.Expectation

@testable import SingletonStressEngine

/// The ends of the children of a row, and the status of the row.
struct Ends: Sendable {
  let expected: Expectation
  let ends: [RowStatus]
  let worst: RowStatus

  init(_ expected: Expectation, _ ends: [RowStatus], are worst: RowStatus) {
    self.expected = expected
    self.ends = ends
    self.worst = worst
  }
}

/// The tests themselves write the counts of the children to the shared memory.
@Suite struct `Row accumulators` {
  private let shared: SharedMemory
  private let capture: StandardErrorCapture

  init() throws {
    shared = try SharedMemory.ofRow(threads: 2)
    capture = try StandardErrorCapture()
  }

  /// Returns a child process that has been stopped.
  private func child(_ configuration: ChildConfiguration) throws -> ChildProcess {
    let child = try ChildProcess(
      ChildRequest(configuration), executable: "/bin/sh", shared: shared, capture: capture,
      parentPipe: capture.descriptor, now: 0)
    child.stop()
    return child
  }

  /// Returns the accumulated result of several children.
  private func result(
    _ expected: Expectation, _ ends: [RowStatus], mode: ChildConfiguration.Mode = .trial
  ) throws -> RowAccumulator {
    var result = RowAccumulator(expected: expected)
    let configuration = ChildConfiguration.counting(mode: mode)
    for (index, end) in ends.enumerated() {
      let child = try child(configuration)
      shared[.threadsStarted].store(2, ordering: .relaxed)
      shared[.peakRunning].store(UInt64(index), ordering: .relaxed)
      shared[.wallNanoseconds].store(100, ordering: .relaxed)
      shared.counters(ofThread: 0)[Counter.accesses.rawValue] = 10
      shared.counters(ofThread: 1)[Counter.liveMax.rawValue] = UInt64(index)
      result.add(child, ended: end)
    }
    return result
  }

  @Test func `a crash of a child that only times is the row's, and counts no trial`() throws {
    let crashed = try result(.sound, [.ok, .crashed("SIGSEGV")], mode: .laterAccess)
    #expect(crashed.status == .crashed("SIGSEGV") && crashed.tally[.trials] == 0)
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
  func `a row has the declared end only if all children had it, else the worst`(ends: Ends) throws {
    #expect(try result(ends.expected, ends.ends).status == ends.worst)
  }

  @Test func `the counts of several children are added up`() throws {
    let measured = try #require(try result(.sound, [.ok, .ok, .ok]).measured)
    #expect(measured.tally[.accesses] == 30)
    #expect(measured.tally[.liveMax] == 2)
    #expect(measured.threadsStarted == 2)
    #expect(measured.peakRunning == 2)
    // The wall time of trials is set for the whole row.
    #expect(measured.wallNanoseconds == 0)
  }

  @Test func `a trial that ended badly counts as a trial`() throws {
    let tally = try result(.trap, [.trapped("SIGILL"), .trapped("SIGILL")]).tally
    #expect(tally[.trials] == 2 && tally.trialsByInstances == [0: 2])
    #expect(try result(.sound, [.crashed("SIGSEGV")], mode: .row).measured?.tally[.trials] == 0)
  }

  @Test func `a row whose threads did not all start is skipped, and says how many did`() throws {
    let child = try child(.counting())
    shared[.threadsStarted].store(1, ordering: .relaxed)
    shared[.gaveUp].store(1, ordering: .relaxed)
    var result = RowAccumulator(expected: .sound)
    result.add(child, ended: .exit(ChildExit.threadsMissing.rawValue))
    #expect(result.status == .skipped("1 of 2 threads started"))
  }

  @Test(arguments: [RowStatus.hung, .trapped("SIGILL"), .crashed("SIGSEGV"), .exit(70), .exit(0)])
  func `however a process ended that could not start all threads, the strategy is not blamed`(end: RowStatus) throws {
    let child = try child(.counting())
    shared[.threadsStarted].store(1, ordering: .relaxed)
    var result = RowAccumulator(expected: .sound)
    result.add(child, ended: end)
    #expect(result.status == .skipped("1 of 2 threads started" + (end == .hung ? " within 10s" : "")))
  }

  @Test func `a process that was ended from outside before its threads had started says so`() throws {
    let child = try child(.counting())
    var result = RowAccumulator(expected: .sound)
    result.add(child, ended: .skipped("SIGHUP from outside"))
    #expect(result.status == .skipped("SIGHUP from outside"))
  }

  @Test func `a strategy that exits with the code of missing threads is not a skipped row`() throws {
    let code = ChildExit.threadsMissing.rawValue
    #expect(try result(.sound, [.exit(code)], mode: .row).status == .exit(code))
  }
}
