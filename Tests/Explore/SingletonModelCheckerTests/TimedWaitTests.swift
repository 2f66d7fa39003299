import SingletonMemoryModels
import SingletonModelChecker
import Testing

/// Waits that time out when no thread can take another step.
@Suite struct `Timed waits` {
  private static func wait(_ location: Int) -> Operation {
    Operation(
      .readModifyWrite, at: location, order: .acquire, update: .decrementIfPositive, until: .greater, 0,
      canTimeOut: true)
  }

  private static func signal(_ location: Int) -> Operation { .add(location, 1, .release) }

  private func recorder(_ threads: [[Operation]]) throws -> Recorder {
    try Recorder.exploring(StraightLineProgram(threads))
  }

  @Test func `a wait that no thread ends goes on after its timeout`() throws {
    let recorder = try recorder([[Self.wait(0)]])
    #expect(recorder.complete.map(\.waits) == [[[.timedOut]]])
    #expect(recorder.stuck.isEmpty)
  }

  /// Either wait times out first and the other at the next timeout, or both time out together.
  @Test func `two waits time out one after the other, or together`() throws {
    let waits = try recorder([[Self.wait(0)], [Self.wait(0)]]).complete.map(\.waits)
    #expect(waits.count == 3)
    #expect(
      Set(waits) == [
        [[.timedOut], [.renewed, .timedOut]], [[.renewed, .timedOut], [.timedOut]], [[.timedOut], [.timedOut]],
      ])
  }

  /// The two executions are the two orders of the waiting threads.
  @Test func `no wait times out while a thread can still signal`() throws {
    let complete = try recorder([
      [Self.wait(0), Self.signal(0)], [Self.wait(0), Self.signal(0)], [Self.signal(0)],
    ]).complete
    #expect(complete.count == 2)
    #expect(complete.allSatisfy { $0.waits.joined().allSatisfy { $0 == .over } })
  }

  /// Thread 0 times out alone and ends the wait of thread 1; thread 1 times out first; or both time out together.
  @Test func `a thread whose wait timed out may end the wait of another`() throws {
    let complete = try recorder([[Self.wait(0), Self.signal(1)], [Self.wait(1)]]).complete
    #expect(complete.count == 3)
    #expect(complete.contains { $0.waits[1] == [.renewed, .over, .over] })
  }

  @Test func `a wait without a timeout stays blocked`() throws {
    var endless = Self.wait(1)
    endless.canTimeOut = false
    let recorder = try recorder([[Self.wait(0)], [endless]])
    #expect(recorder.complete.isEmpty)
    #expect(recorder.stuck.map(\.waits) == [[[.timedOut], [.renewed, .blocked]]])
  }

  @Test func `a read after a timeout reads what was written before, although nothing orders the two`() throws {
    let recorder = try recorder([[.store(0, 1, .plain)], [Self.wait(1), .load(0, .plain)]])
    #expect(recorder.complete.map { $0.sources[1][1] } == [0])
    #expect(recorder.hasRace)
  }

  @Test func `a write after a timeout is not read by reads before it`() throws {
    let recorder = try recorder([[.load(0, .relaxed)], [Self.wait(1), .store(0, 1, .relaxed)]])
    #expect(recorder.complete.map { $0.sources[0] } == [[-1]])
  }

  @Test func `an endless sequence of timed waits is an error`() {
    let threads = [Array(repeating: Self.wait(0), count: 300)]
    #expect(throws: ExplorationError.tooManyEvents(thread: 0)) { try recorder(threads) }
  }

  @Test(arguments: MemoryModel.allCases, 0..<5)
  func `an exploration of timed waits visits the graphs of a naive enumeration, each once`(
    model: MemoryModel, batch: Int
  ) throws {
    var programs = RandomPrograms(seed: UInt64(1_000 + batch), timeouts: true)
    let reached = try (0..<60).reduce(0) { reached, number in
      try reached + compared(programs.program(), under: model, "program \(number) of batch \(batch)")
    }
    #expect(reached > 20)
  }

  @Test(arguments: MemoryModel.allCases)
  func `an exploration of timed waits in phases visits the graphs of a naive enumeration, each once`(
    model: MemoryModel
  ) throws {
    var programs = RandomPrograms(seed: 11, timeouts: true)
    let reached = try (0..<60).reduce(0) { reached, number in
      let halves = [programs.program(), programs.program()].map { $0.prefix(2).map { Array($0.prefix(2)) } }
      return try reached
        + compared(Array(halves.joined()), after: [[], [], [0, 1], [0, 1]], under: model, "program \(number)")
    }
    #expect(reached > 20)
  }

  /// The exploration has waits that never block; the enumeration blocks them, and lets them go on at any time.
  @Test(arguments: MemoryModel.allCases)
  func `waits that may end at any time have the graphs of a naive enumeration, each once`(model: MemoryModel) throws {
    var programs = RandomPrograms(seed: 77, timeouts: true)
    var inVain = 0
    for number in 0..<100 {
      let threads = programs.program().map { $0.map { $0.canTimeOut ? Self.wait(Int($0.location)) : $0 } }
      let ending = threads.map { $0.map { $0.canTimeOut ? $0.waiting(until: .always, 0) : $0 } }
      let recorder = try Recorder.exploring(StraightLineProgram(ending), under: model)
      let naive = NaiveEnumeration(threads, under: model, timesOutAnyTime: true)
      try #require(Set(recorder.complete) == naive.complete, "program \(number): \(threads)")
      try #require(recorder.complete.count == naive.complete.count, "repeated: program \(number)")
      try #require(Set(recorder.stuck) == naive.stuck, "program \(number): \(threads)")
      try #require(recorder.hasRace == naive.hasRace, "program \(number): \(threads)")
      let patient = try Recorder.exploring(StraightLineProgram(threads), under: model)
      if patient.complete.count < recorder.complete.count { inVain += 1 }
    }
    #expect(inVain > 10)
  }

  /// Compares an exploration with a naive enumeration.
  ///
  /// - Returns: The number of executions in which a wait timed out.
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
