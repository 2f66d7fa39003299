import SingletonLitmus
import SingletonMemoryModels
import TestSupport
import Testing

/// Outcomes of programs in which some threads have the same instructions.
@Suite struct `Outcomes of permutations` {
  private static let instructions = [
    "W.rlx x 1", "W.rel x r0+1", "R.acq r0 x", "R.rlx r1 y", "FADD.ar r0 y 1", "XCHG.acq r1 x 2", "CAS.ar/acq r0 x 0 3",
    "CAS.rlx/rlx r1 y 1 2", "F.sc", "LOCK m", "UNLOCK m", "AWAIT.acq r1 x != 0", "SKIP 1 IF r0 == 1", "W.na z r1",
  ]

  @Test(arguments: MemoryModel.allCases)
  func `outcomes and their counts are the same with and without reduction by symmetry`(model: MemoryModel) throws {
    var random = SystemRandomNumberGenerator()
    var reduced = 0
    for _ in 0..<150 {
      let threads = Self.threads(&random)
      let places = threads.indices.flatMap { ["\($0):r0", "\($0):r1"] }.filter { _ in Bool.random(using: &random) }
      let observed = places.shuffled(using: &random) + (threads.joined().contains { $0.contains(" x") } ? ["x"] : [])
      let program = try LitmusProgram(threads: threads, observe: observed)
      let all = try LitmusTally(of: program, under: model, reducesSymmetry: false)
      let some = try LitmusTally(of: program, under: model)
      try #require(some.outcomes == all.outcomes, "\(threads), \(observed)")
      try #require(some.executions == all.executions && some.stuckExecutions == all.stuckExecutions, "\(threads)")
      try #require(some.hasRace == all.hasRace && some.isComplete, "\(threads)")
      if some.visited < all.visited { reduced += 1 }
    }
    #expect(reduced > 50)
  }

  private static func threads(_ random: inout SystemRandomNumberGenerator) -> [[String]] {
    let (copies, length, others) = [(2, 3, 0), (3, 2, 0), (2, 2, 1), (3, 1, 1), (4, 1, 0)].randomElement(
      using: &random)!
    func thread(_ length: Int) -> [String] {
      let found = ["SET r0 0", "SET r1 0"] + (0..<length).map { _ in instructions.randomElement(using: &random)! }
      return found.last!.hasPrefix("SKIP") ? found + ["R.rlx r0 x"] : found
    }
    let one = thread(length)
    return (Array(repeating: one, count: copies) + (0..<others).map { _ in thread(2) }).shuffled(using: &random)
  }

  @Test func `twenty threads have 20! executions, of which one is visited`() throws {
    let threads = Array(repeating: ["FADD.rlx r0 n 1"], count: 20)
    let tally = try LitmusTally(of: LitmusProgram(threads: threads, observe: ["7:r0", "n"]), under: .rc11)
    #expect(tally.executions == 2_432_902_008_176_640_000 && tally.visited == 1 && tally.isComplete)
    #expect(tally.outcomes.count == 20 && tally.outcomes[[19, 20]] == 121_645_100_408_832_000)
  }

  @Test func `more executions than can be counted are no result, and the row says so`() throws {
    let folder = try TemporaryFolder()
    let thread = #"["FADD.rlx r0 n 1"]"#
    let threads = Array(repeating: thread, count: 24).joined(separator: ",")
    try folder.write(#"{"name": "n", "threads": [\#(threads)], "observe": ["n"]}"#, to: "f.json")
    let result = invoke(folder("f.json"), "--model", "rc11", "--format", "csv")
    #expect(result.code == .tooWeak)
    #expect(result.output.contains("stopped,with more executions than can be counted"), "\(result.output)")
  }
}
