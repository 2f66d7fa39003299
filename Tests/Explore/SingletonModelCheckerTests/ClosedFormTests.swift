import SingletonLitmus
import SingletonMemoryModels
import Testing

/// Numbers of executions that follow from a formula, and so need no other explorer to compare with.
@Suite struct `Closed forms` {
  private func executions(
    _ threads: [[String]], under model: MemoryModel = .rc11
  ) throws -> Int {
    try LitmusTally(of: LitmusProgram(threads: threads), under: model).executions
  }

  @Test(arguments: 1...6, MemoryModel.allCases)
  func `n threads with one fetch-add each have n! executions`(n: Int, model: MemoryModel) throws {
    let threads = Array(repeating: ["FADD.rlx r0 c 1"], count: n)
    #expect(try executions(threads, under: model) == (1...n).reduce(1, *))
  }

  @Test(arguments: 1...6, MemoryModel.allCases)
  func `n threads with one compare-exchange each have n executions`(n: Int, model: MemoryModel) throws {
    let threads = (1...n).map { ["CAS.rlx/rlx r0 x 0 \($0)"] }
    #expect(try executions(threads, under: model) == n)
  }

  @Test(arguments: 1...6)
  func `n threads that publish by compare-exchange have n 2^(n-1) executions`(n: Int) throws {
    let threads = (1...n).map { ["R.acq r0 p", "SKIP 1 IF r0 != 0", "CAS.ar/acq r0 p 0 \($0)"] }
    #expect(try executions(threads) == n << (n - 1))
  }

  @Test(arguments: 2...6)
  func `a ring of n store-buffering threads has 2^n executions, and one fewer under SC`(n: Int) throws {
    let threads = (0..<n).map { ["W.rlx x\($0) 1", "R.rlx r0 x\(($0 + 1) % n)"] }
    #expect(try executions(threads) == 1 << n)
    #expect(try executions(threads, under: .tso) == 1 << n)
    #expect(try executions(threads, under: .sc) == 1 << n - 1)
  }

  @Test(arguments: 2...6, MemoryModel.allCases)
  func `a ring of n load-buffering threads has 2^n - 1 executions without load buffering`(
    n: Int, model: MemoryModel
  ) throws {
    let threads = (0..<n).map { ["R.rlx r0 x\($0)", "W.rlx x\(($0 + 1) % n) 1"] }
    #expect(try executions(threads, under: model) == 1 << n - 1)
  }

  @Test(arguments: 1...6)
  func `n threads behind a lock have n! executions and no data race`(n: Int) throws {
    let threads = Array(repeating: ["LOCK m", "R.na r0 c", "W.na c r0+1", "UNLOCK m"], count: n)
    let program = try LitmusProgram(threads: threads, observe: ["c"])
    let tally = try LitmusTally(of: program, under: .rc11)
    #expect(tally.outcomes == [[n]: (1...n).reduce(1, *)])
    #expect(!tally.hasRace)
  }

  // MARK: - Up to permutations of the threads

  @Test(arguments: 1...8, MemoryModel.allCases)
  func `n threads that increment behind a lock have one execution up to permutation`(
    n: Int, model: MemoryModel
  ) throws {
    let threads = Array(repeating: ["LOCK m", "R.na r0 c", "W.na c r0+1", "UNLOCK m"], count: n)
    #expect(try permutedExecutions(threads, under: model) == 1)
  }

  /// One thread runs the block; each of the others takes one of five ways past it.
  @Test(arguments: 1...7)
  func `a once token with n threads has n 5^(n-1) executions, and up to permutation n+3 choose 4`(n: Int) throws {
    let once = [
      "R.acq r1 o", "SKIP 6 IF r1 == 2", "CAS.acq/acq r1 o 0 1", "SKIP 3 IF r1 != 0", "W.na f1 7", "W.rel o 2",
      "SKIP 1 IF 0 == 0", "AWAIT.acq r1 o == 2", "SET r0 1", "R.na r9 f$r0",
    ]
    let threads = Array(repeating: once, count: n)
    #expect(try permutedExecutions(threads) == n * (n + 1) * (n + 2) * (n + 3) / 24)
    if n < 6 { #expect(try executions(threads) == n * (1..<n).reduce(1) { product, _ in product * 5 }) }
  }

  private func permutedExecutions(_ threads: [[String]], under model: MemoryModel = .rc11) throws -> Int {
    try LitmusTally(of: LitmusProgram(threads: threads), under: model).visited
  }
}
