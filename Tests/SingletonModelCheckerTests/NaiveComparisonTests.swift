import SingletonMemoryModels
import SingletonModelChecker
import Testing

/// Explorations compared with a naive enumeration of all graphs, which shares only the operations with them.
@Suite struct `Comparison with a naive enumeration` {
  @Test(arguments: MemoryModel.allCases, 0..<10)
  func `an exploration visits the graphs of a naive enumeration, each once`(model: MemoryModel, batch: Int) throws {
    var programs = RandomPrograms(seed: UInt64(batch))
    for number in 0..<100 {
      let threads = programs.program()
      let recorder = try Recorder.exploring(StraightLineProgram(threads), under: model)
      let naive = NaiveEnumeration(threads, under: model)
      try #require(Set(recorder.complete) == naive.complete, "program \(number) of batch \(batch): \(threads)")
      try #require(recorder.complete.count == naive.complete.count, "repeated: program \(number) of batch \(batch)")
      try #require(Set(recorder.stuck) == naive.stuck, "program \(number) of batch \(batch): \(threads)")
      try #require(recorder.stuck.count == naive.stuck.count, "repeated: program \(number) of batch \(batch)")
      try #require(recorder.hasRace == naive.hasRace, "program \(number) of batch \(batch): \(threads)")
    }
  }

  @Test(arguments: [MemoryModel.rc11, .tso, .sc])
  func `an exploration that parks threads at locks visits the graphs of a naive enumeration, each once`(
    model: MemoryModel
  ) throws {
    var programs = RandomPrograms(seed: 7_000)
    var (discarded, discardedWithout) = (0, 0)
    for number in 0..<60 {
      let threads = programs.lockProgram()
      let recorder = try Recorder.exploring(StraightLineProgram(threads), under: model)
      let without = try Recorder.exploring(StraightLineProgram(threads), under: model, parks: false)
      let naive = NaiveEnumeration(threads, under: model)
      for found in [recorder, without] {
        try #require(Set(found.complete) == naive.complete, "program \(number): \(threads)")
        try #require(found.complete.count == naive.complete.count, "repeated: program \(number)")
        try #require(Set(found.stuck) == naive.stuck, "program \(number): \(threads)")
        try #require(found.stuck.count == naive.stuck.count, "repeated: program \(number)")
        try #require(found.hasRace == naive.hasRace, "program \(number): \(threads)")
      }
      discarded += recorder.discarded
      discardedWithout += without.discarded
    }
    #expect(discarded == 0 && discardedWithout > 100)
  }

  @Test func `an exploration starts over if a location turns out to be no lock`() throws {
    let lock = Operation.exchange(0, 1, .acquire).waiting(until: .equal, 0)
    let threads = [[lock], [lock], [.load(0, .relaxed)]]
    let recorder = try Recorder.exploring(StraightLineProgram(threads))
    #expect(recorder.startsOver == 1)
    #expect(Set(recorder.stuck) == NaiveEnumeration(threads, under: .rc11).stuck)
  }

  @Test func `an enumeration without partial SC has one execution more, so the comparison can fail`() throws {
    let threads: [[Operation]] = [
      [.store(0, 1, .sequentiallyConsistent), .load(1, .sequentiallyConsistent)],
      [.store(1, 1, .sequentiallyConsistent), .load(0, .sequentiallyConsistent)],
    ]
    let recorder = try Recorder.exploring(StraightLineProgram(threads))
    #expect(recorder.complete.count == 3)
    #expect(NaiveEnumeration(threads, under: .rc11).complete.count == 3)
    #expect(NaiveEnumeration(threads, under: .rc11, withoutPartialSC: true).complete.count == 4)
  }
}
