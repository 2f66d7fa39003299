import SingletonStatistics
import Testing

@Suite struct `Seeded random numbers` {
  @Test func `SplitMix64 draws the published numbers`() {
    // The numbers that the reference implementation draws from the seed 1234567.
    var random = SplitMix64(seed: 1_234_567)
    #expect(
      (0..<5).map { _ in random.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
      ])
  }

  @Test(arguments: [1, 2, 3, 10, 1 << 63, (1 << 63) + 1, .max] as [UInt64])
  func `numbers drawn below a bound stay below it`(bound: UInt64) {
    var random = SplitMix64(seed: bound)
    #expect((0..<1_000).allSatisfy { _ in random.draw(below: bound) < bound })
  }

  @Test func `numbers drawn below a bound are uniform, even if plain scaling would favor some`() {
    // Four 64-bit numbers for each three results: scaled without rejection, half of them would give a multiple of 3.
    let bound: UInt64 = (1 << 63) + (1 << 62)
    var random = SplitMix64(seed: 1)
    let thirds = (0..<30_000).reduce(into: [0, 0, 0]) { counts, _ in counts[Int(random.draw(below: bound) % 3)] += 1 }
    // 10,000 each, with a standard deviation of 82.
    #expect(thirds.allSatisfy { abs($0 - 10_000) < 400 })
  }
}
