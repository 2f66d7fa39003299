import Testing

@testable import SingletonStressEngine

@Suite struct `Batch sizes` {
  @Test func `a batch grows until it is long enough, and then counts`() {
    var size = BatchSize(shortest: 10_000)
    var rounds: [Int] = []
    // 100 ns per turn.
    while !size.adapt(usual: UInt64(size.turns) * 100, round: UInt64(size.turns) * 100) { rounds.append(size.turns) }
    #expect(rounds == [16, 112])
    #expect(size.turns == 112)
  }

  @Test func `a batch counts at once if a single turn is long enough`() {
    var size = BatchSize(shortest: 10_000)
    let counts = size.adapt(usual: 10_000, round: 20_000)
    #expect(counts)
    #expect(size.turns == 1)
  }

  @Test func `a batch shrinks for good if a round takes too long`() {
    var size = BatchSize(shortest: 10_000)
    _ = size.adapt(usual: 1_000, round: 1_000)
    _ = size.adapt(usual: 4_000, round: 4_000)
    #expect(size.turns == 33)
    let long = size.adapt(usual: 9_000, round: 4_000_000)
    #expect(long)
    #expect(size.turns == 16)
    let short = size.adapt(usual: 5, round: 100)
    #expect(short)
    #expect(size.turns == 16)
  }

  @Test func `a batch never shrinks to nothing`() {
    var size = BatchSize(shortest: 10_000)
    _ = size.adapt(usual: 9_000, round: 9_000)
    _ = size.adapt(usual: 9_000, round: .max)
    #expect(size.turns == 1)
    let counts = size.adapt(usual: 0, round: .max)
    #expect(counts)
    #expect(size.turns == 1)
  }
}
