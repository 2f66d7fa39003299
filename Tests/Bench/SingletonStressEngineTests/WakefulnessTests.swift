import Testing

@testable import SingletonStressEngine

@Suite struct `Staying awake` {
  private static let millisecond: UInt64 = 1_000_000

  /// Notes the processor time of each of two cores in parts of 10 ms, in milliseconds.
  private func wakefulness(_ parts: UInt64...) -> Bool {
    var wakefulness = Wakefulness(cores: 2)
    var processor: UInt64 = 0
    for (index, part) in parts.enumerated() {
      processor += 2 * part * Self.millisecond
      wakefulness.note(wall: UInt64(index + 1) * 10 * Self.millisecond, processor: processor)
    }
    return wakefulness.isAwake
  }

  @Test func `threads stay awake as long as the cores are theirs`() {
    #expect(wakefulness())
    #expect(wakefulness(10, 9, 10))
  }

  @Test func `threads sleep from then on if others use the cores`() {
    #expect(!wakefulness(10, 4))
    #expect(!wakefulness(4, 10, 10))
  }

  @Test func `a moment does not count`() {
    var wakefulness = Wakefulness(cores: 2)
    wakefulness.note(wall: Self.millisecond, processor: 0)
    #expect(wakefulness.isAwake)
  }
}
