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
