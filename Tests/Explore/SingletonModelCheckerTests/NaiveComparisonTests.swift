import SingletonMemoryModels
import SingletonModelChecker
import Testing

/// Explorations compared with a naive enumeration of all graphs, which shares only the operations with them.
@Suite struct `Comparison with a naive enumeration` {
  @Test(arguments: MemoryModel.allCases, 0..<10)
  func `an exploration visits the graphs of a naive enumeration, each once`(model: MemoryModel, batch: Int) throws {
    var programs = RandomPrograms(seed: UInt64(batch))
    for number in 0..<100 {
      let threads = model == .arm && number % 4 > 0 ? programs.weakProgram() : programs.program()
      let recorder = try Recorder.exploring(StraightLineProgram(threads), under: model)
      let naive = NaiveEnumeration(threads, under: model)
      try #require(Set(recorder.complete) == naive.complete, "program \(number) of batch \(batch): \(threads)")
      try #require(recorder.complete.count == naive.complete.count, "repeated: program \(number) of batch \(batch)")
      try #require(Set(recorder.stuck) == naive.stuck, "program \(number) of batch \(batch): \(threads)")
      try #require(recorder.stuck.count == naive.stuck.count, "repeated: program \(number) of batch \(batch)")
      try #require(recorder.hasRace == naive.hasRace, "program \(number) of batch \(batch): \(threads)")
    }
  }

  @Test func `every graph is allowed by all models that are weaker than one that allows it`() throws {
    var programs = RandomPrograms(seed: 9_000)
    var more: [MemoryModel: Int] = [:]
    for number in 0..<500 {
      let threads = programs.weakProgram()
      var stronger: Set<CanonicalGraph> = []
      for model in MemoryModel.strongestFirst {
        let allowed = Set(try Recorder.exploring(StraightLineProgram(threads), under: model).complete)
        try #require(stronger.isSubset(of: allowed), "\(model), program \(number): \(threads)")
        if allowed.count > stronger.count { more[model, default: 0] += 1 }
        stronger = allowed
      }
    }
    #expect(MemoryModel.allCases.allSatisfy { more[$0, default: 0] > 5 }, "\(more)")
  }

  @Test(arguments: MemoryModel.allCases, [false, true])
  func `an exploration that parks threads at locks visits the graphs of a naive enumeration, each once`(
    model: MemoryModel, mixed: Bool
  ) throws {
    var programs = RandomPrograms(seed: 7_000)
    var (discarded, discardedWithout) = (0, 0)
    for number in 0..<60 {
      let threads = programs.lockProgram(mixed: mixed)
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
    // A thread that frees what it has not locked makes it no lock.
    #expect((mixed || discarded == 0) && discardedWithout > 100)
  }

  @Test(arguments: MemoryModel.allCases)
  func `an exploration that parks threads at once tokens visits the graphs of a naive enumeration, each once`(
    model: MemoryModel
  ) throws {
    var programs = RandomPrograms(seed: 8_000)
    var (discarded, discardedWithout, stuck) = (0, 0, 0)
    for number in 0..<60 {
      let threads = programs.tokenProgram()
      let recorder = try Recorder.exploring(TokenProgram(threads), under: model)
      let without = try Recorder.exploring(TokenProgram(threads), under: model, parks: false)
      let naive = TokenProgram.naive(threads, under: model)
      for found in [recorder, without] {
        try #require(Set(found.complete) == naive.complete, "program \(number): \(threads)")
        try #require(found.complete.count == naive.complete.count, "repeated: program \(number)")
        try #require(Set(found.stuck) == naive.stuck, "program \(number): \(threads)")
        try #require(found.stuck.count == naive.stuck.count, "repeated: program \(number)")
        #expect(found.startsOver == 0)
      }
      discarded += recorder.discarded
      discardedWithout += without.discarded
      stuck += naive.stuck.count
    }
    #expect(discarded == 0 && discardedWithout > 100 && stuck > 0)
  }

  @Test func `an exploration starts over if a location turns out to be no lock`() throws {
    let lock = Operation.exchange(0, 1, .acquire).waiting(until: .equal, 0)
    let threads = [[lock], [lock], [.load(0, .relaxed)]]
    let recorder = try Recorder.exploring(StraightLineProgram(threads))
    #expect(recorder.startsOver == 1)
    #expect(Set(recorder.stuck) == NaiveEnumeration(threads, under: .rc11).stuck)
  }

  @Test func `an exploration starts over if what a once token was is read after it was written again`() throws {
    let threads: [[Operation]] = [
      [.ask], [.ask], [.ask, .store(0, 2, .relaxed), .ask, .load(1, .relaxed), .store(0, 2, .release)],
    ]
    let recorder = try Recorder.exploring(StraightLineProgram(threads))
    let naive = NaiveEnumeration(threads, under: .rc11)
    #expect(recorder.startsOver == 1)
    #expect(Set(recorder.complete) == naive.complete && recorder.complete.count == 4)
    #expect(Set(recorder.stuck) == naive.stuck)
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
