import SingletonLitmus
import SingletonMemoryModels
import Testing

/// A limit is exact: an exploration ends at the first run after the last one allowed.
@Suite struct `Exploration limits` {
  private func tally(limit: Int) throws -> LitmusTally {
    let threads = Array(repeating: ["FADD.rlx r0 n 1"], count: 4)
    return try LitmusTally(
      of: LitmusProgram(threads: threads, observe: ["n"]), under: .rc11, reducesSymmetry: false, limit: limit)
  }

  @Test(arguments: 0...23)
  func `a limit below the number of executions is reached exactly, and leaves the tally incomplete`(limit: Int) throws {
    let tally = try tally(limit: limit)
    #expect(tally.executions == limit && !tally.isComplete)
  }

  @Test func `a limit counts the executions that are visited`() throws {
    let threads = Array(repeating: ["FADD.rlx r0 n 1"], count: 4)
    let tally = try LitmusTally(of: LitmusProgram(threads: threads), under: .rc11, limit: 1)
    #expect(tally.executions == 24 && tally.runs == 1 && tally.isComplete)
  }

  @Test(arguments: [24, 25, .max]) func `a limit that all executions fit into changes nothing`(limit: Int) throws {
    #expect(try tally(limit: limit).executions == 24)
    #expect(try tally(limit: limit).isComplete)
  }
}
