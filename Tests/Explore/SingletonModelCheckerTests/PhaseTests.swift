import SingletonMemoryModels
import SingletonModelChecker
import Testing

/// Threads that start after others have finished, and locations that are freed.
@Suite struct `Phases and frees` {
  /// Two phases: threads 2 and 3 start after threads 0 and 1.
  private let phases = [[], [], [0, 1], [0, 1]]

  @Test(arguments: MemoryModel.allCases)
  func `a phase reads exactly what the phase before it wrote`(model: MemoryModel) throws {
    let threads: [[Operation]] = [
      [.store(0, 1, .plain), .store(1, 1, .relaxed)], [.store(2, 1, .plain)],
      [.load(0, .plain), .load(2, .plain), .store(3, 1, .relaxed)], [.load(1, .relaxed), .load(2, .plain)],
    ]
    let recorder = try Recorder.exploring(StraightLineProgram(threads, after: phases), under: model)
    #expect(recorder.complete.count == 1)
    #expect(!recorder.hasRace)
  }

  @Test(arguments: MemoryModel.allCases)
  func `an exploration of phases visits the graphs of a naive enumeration, each once`(model: MemoryModel) throws {
    var programs = RandomPrograms(seed: 7)
    for number in 0..<60 {
      let halves = [programs.program(), programs.program()].map { $0.prefix(2).map { Array($0.prefix(2)) } }
      let threads = Array(halves.joined())
      let recorder = try Recorder.exploring(StraightLineProgram(threads, after: phases), under: model)
      let naive = NaiveEnumeration(threads, after: phases, under: model)
      try #require(Set(recorder.complete) == naive.complete, "program \(number): \(threads)")
      try #require(recorder.complete.count == naive.complete.count, "program \(number): \(threads)")
      try #require(Set(recorder.stuck) == naive.stuck, "program \(number): \(threads)")
      try #require(recorder.hasRace == naive.hasRace, "program \(number): \(threads)")
    }
  }

  @Test func `a thread that starts after a blocked one never starts`() throws {
    let wait = Operation.load(0, .relaxed).waiting(until: .equal, 1)
    let program = StraightLineProgram([[wait], [.store(0, 1, .relaxed)]], after: [[], [0]])
    #expect(try Recorder.exploring(program).stuck.count == 1)
  }

  @Test func `an access after a free is a use after free, and a concurrent access is a data race`() throws {
    let after = StraightLineProgram([[.free(0)], [.load(0, .relaxed)]], after: [[], [0]])
    let free = EventID(thread: 0, index: 0)
    let access = EventID(thread: 1, index: 0)
    #expect(try Recorder.exploring(after).findings == [.useAfterFree(free: free, access: access)])
    let beside = StraightLineProgram([[.free(0)], [.load(0, .relaxed)]])
    let findings = try Recorder.exploring(beside).findings
    #expect(!findings.isEmpty)
    #expect(findings.allSatisfy { $0 == .race(free, access) || $0 == .race(access, free) })
    let before = StraightLineProgram([[.load(0, .plain)], [.free(0)]], after: [[], [0]])
    #expect(try Recorder.exploring(before).findings.isEmpty)
  }

  @Test func `a second free is a use after free`() throws {
    let program = StraightLineProgram([[.free(0), .free(0)]])
    let first = EventID(thread: 0, index: 0)
    let second = EventID(thread: 0, index: 1)
    #expect(try Recorder.exploring(program).findings == [.useAfterFree(free: first, access: second)])
  }
}
