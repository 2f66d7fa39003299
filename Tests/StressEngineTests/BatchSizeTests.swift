import Testing

@testable import StressEngine

@Suite struct `The size of a batch` {
  @Test func `grows until a batch is long enough, and then counts`() {
    var size = BatchSize(shortest: 10_000)
    var rounds: [Int] = []
    // 100 ns a turn.
    while !size.settle(usual: UInt64(size.turns) * 100, round: UInt64(size.turns) * 100) { rounds.append(size.turns) }
    #expect(rounds == [4, 16, 64, 128])
    #expect(size.turns == 128)
  }

  @Test func `counts at once where a single turn is long enough`() {
    var size = BatchSize(shortest: 10_000)
    let counts = size.settle(usual: 10_000, round: 20_000)
    #expect(counts)
    #expect(size.turns == 1)
  }

  @Test func `shrinks for good where a round takes too long`() {
    var size = BatchSize(shortest: 10_000)
    _ = size.settle(usual: 1_000, round: 1_000)
    _ = size.settle(usual: 4_000, round: 4_000)
    #expect(size.turns == 12)
    let long = size.settle(usual: 9_000, round: 40_000_000)
    #expect(long)
    #expect(size.turns == 3)
    let short = size.settle(usual: 5, round: 100)
    #expect(short)
    #expect(size.turns == 3)
  }

  @Test func `never shrinks to nothing`() {
    var size = BatchSize(shortest: 10_000)
    _ = size.settle(usual: 9_000, round: 9_000)
    _ = size.settle(usual: 9_000, round: .max)
    #expect(size.turns == 1)
    let counts = size.settle(usual: 0, round: .max)
    #expect(counts)
    #expect(size.turns == 1)
  }
}
