import SingletonMemoryModels
import SingletonModelChecker
import Testing

/// Estimates of the number of executions, compared with explorations. The seeds are fixed, so each has one result.
@Suite struct `Estimates by random descents` {
  private func compare(
    _ threads: [[Operation]], _ symmetry: Symmetry = .none, under model: MemoryModel, _ name: String
  ) throws -> Int {
    let program = StraightLineProgram(threads, symmetry: symmetry)
    let count = try Recorder.exploring(program, under: model).complete.count
    let estimate = try Explorer.estimate(of: program, under: model, probes: 100)
    let distance = abs(estimate.mean - Double(count))
    try #require(distance <= 5 * estimate.error, "\(name): \(estimate) instead of \(count): \(threads)")
    return count
  }

  @Test(arguments: MemoryModel.allCases)
  func `the number of executions is at most five standard errors from its estimate`(model: MemoryModel) throws {
    var programs = RandomPrograms(seed: 11_000)
    let counts = try (0..<40).map { try compare(programs.program(), under: model, "program \($0)") }
    #expect(counts.max()! > 8)
  }

  @Test func `the number of orders of six updates is near its estimate`() throws {
    let update = Operation.exchange(0, 1, .relaxed)
    let program = StraightLineProgram([[update, update], [update, update], [update, update]])
    // 6! / 2!^3
    #expect(try Recorder.exploring(program, under: .rc11).complete.count == 90)
    let estimate = try Explorer.estimate(of: program, under: .rc11, probes: 2_000)
    #expect(abs(estimate.mean - 90) < 9 && estimate.error < 9, "\(estimate)")
  }

  @Test(arguments: [MemoryModel.rc11, .tso])
  func `that also holds for executions up to swapping threads, and for threads that wait for locks`(
    model: MemoryModel
  ) throws {
    var programs = RandomPrograms(seed: 12_000)
    for number in 0..<20 {
      let (equal, locking) = (programs.symmetricProgram(), programs.lockProgram(symmetric: true))
      _ = try compare(equal, .equal(equal), under: model, "program \(number)")
      _ = try compare(locking, .equal(locking), under: model, "locks \(number)")
    }
  }
}
