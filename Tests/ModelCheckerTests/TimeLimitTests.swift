import MemoryModels
import ModelChecker
import Testing

/// Waits that reach their limits where no thread can take another step.
@Suite struct TimeLimitTests {
  private static func wait(_ location: Int) -> Operation {
    Operation(
      .readModifyWrite, at: location, order: .acquire, update: .decrementIfPositive, until: .greater, 0,
      canTimeOut: true)
  }

  private static func signal(_ location: Int) -> Operation { .add(location, 1, .release) }

  private func recorder(_ threads: [[Operation]]) throws -> Recorder {
    try Recorder.exploring(StraightLineProgram(threads))
  }

  @Test func `a wait that nobody ends goes on after its limit`() throws {
    let recorder = try recorder([[Self.wait(0)]])
    #expect(recorder.complete.map(\.waits) == [[[.timedOut]]])
    #expect(recorder.stuck.isEmpty)
  }

  /// Either first, and the other at the next end; or both together.
  @Test func `two waits reach their limits one after the other, and together`() throws {
    let waits = try recorder([[Self.wait(0)], [Self.wait(0)]]).complete.map(\.waits)
    #expect(waits.count == 3)
    #expect(
      Set(waits) == [
        [[.timedOut], [.renewed, .timedOut]], [[.renewed, .timedOut], [.timedOut]], [[.timedOut], [.timedOut]],
      ])
  }

  /// The two orders of the waiting threads.
  @Test func `no limit is reached where somebody can still signal`() throws {
    let complete = try recorder([
      [Self.wait(0), Self.signal(0)], [Self.wait(0), Self.signal(0)], [Self.signal(0)],
    ]).complete
    #expect(complete.count == 2)
    #expect(complete.allSatisfy { $0.waits.joined().allSatisfy { $0 == .over } })
  }

  /// Thread 0 alone, which frees thread 1; thread 1, then thread 0; both together.
  @Test func `who goes on may free who waits`() throws {
    let complete = try recorder([[Self.wait(0), Self.signal(1)], [Self.wait(1)]]).complete
    #expect(complete.count == 3)
    #expect(complete.contains { $0.waits[1] == [.renewed, .over, .over] })
  }

  @Test func `a wait without a limit stays where it is`() throws {
    var endless = Self.wait(1)
    endless.canTimeOut = false
    let recorder = try recorder([[Self.wait(0)], [endless]])
    #expect(recorder.complete.isEmpty)
    #expect(recorder.stuck.map(\.waits) == [[[.timedOut], [.renewed, .blocked]]])
  }

  @Test func `what is read after the limit is what was written before, though nothing orders the two`() throws {
    let recorder = try recorder([[.store(0, 1, .plain)], [Self.wait(1), .load(0, .plain)]])
    #expect(recorder.complete.map { $0.sources[1][1] } == [0])
    #expect(recorder.hasRace)
  }

  @Test func `what is written after the limit is not read by what came before`() throws {
    let recorder = try recorder([[.load(0, .relaxed)], [Self.wait(1), .store(0, 1, .relaxed)]])
    #expect(recorder.complete.map { $0.sources[0] } == [[-1]])
  }

  @Test func `to wait again and again has no end, and is told`() {
    let threads = [Array(repeating: Self.wait(0), count: 300)]
    #expect(throws: ExplorationError.tooManyEvents(thread: 0)) { try recorder(threads) }
  }

  @Test(arguments: MemoryModel.allCases, 0..<5)
  func `the same graphs as a naive enumeration, and none twice`(model: MemoryModel, batch: Int) throws {
    var programs = RandomPrograms(seed: UInt64(1_000 + batch), limits: true)
    let reached = try (0..<60).reduce(0) { reached, number in
      try reached + compared(programs.program(), under: model, "program \(number) of batch \(batch)")
    }
    #expect(reached > 20)
  }

  @Test(arguments: MemoryModel.allCases) func `so too where threads start when others have finished`(
    model: MemoryModel
  ) throws {
    var programs = RandomPrograms(seed: 11, limits: true)
    let reached = try (0..<60).reduce(0) { reached, number in
      let halves = [programs.program(), programs.program()].map { $0.prefix(2).map { Array($0.prefix(2)) } }
      return try reached
        + compared(Array(halves.joined()), after: [[], [], [0, 1], [0, 1]], under: model, "program \(number)")
    }
    #expect(reached > 20)
  }

  /// - Returns: in how many executions a limit was reached.
  private func compared(
    _ threads: [[Operation]], after: [[Int]]? = nil, under model: MemoryModel, _ name: Comment
  ) throws -> Int {
    let recorder = try Recorder.exploring(StraightLineProgram(threads, after: after), under: model)
    let naive = NaiveEnumeration(threads, after: after, under: model)
    try #require(Set(recorder.complete) == naive.complete, name)
    try #require(recorder.complete.count == naive.complete.count, name)
    try #require(Set(recorder.stuck) == naive.stuck, name)
    try #require(recorder.stuck.count == naive.stuck.count, name)
    try #require(recorder.hasRace == naive.hasRace, name)
    return recorder.complete.count { $0.waits.joined().contains(.timedOut) }
  }
}
