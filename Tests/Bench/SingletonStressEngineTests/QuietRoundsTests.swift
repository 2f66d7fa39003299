import Synchronization
import TestSupport
import Testing

@testable import SingletonStressEngine

@Suite struct `Quiet rounds` {
  private func rounds(known: Double?, _ floors: [Double]) -> QuietRounds {
    var rounds = QuietRounds(known: known)
    for floor in floors { rounds.add(floor, counts: true) }
    return rounds
  }

  @Test func `twenty quiet rounds are enough if it is known how quiet the machine can be`() {
    let loud = [Double](repeating: 0.08, count: 500)
    #expect(!rounds(known: 0.04, loud).areEnough)
    #expect(
      !rounds(known: 0.04, loud + Array(repeating: 0.04, count: 20)).areEnough, "the first one began in the noise")
    #expect(rounds(known: 0.04, loud + Array(repeating: 0.043, count: 21)).areEnough)
  }

  @Test func `half of the rounds must be quiet if it is unknown how quiet the machine can be`() {
    let quiet = [Double](repeating: 0.04, count: 21)
    #expect(rounds(known: nil, [0.05] + quiet).areEnough)
    #expect(!rounds(known: nil, Array(repeating: 0.08, count: 40) + quiet).areEnough)
  }

  @Test func `a machine that becomes quieter than it was known to be has a new measure`() {
    let before = [Double](repeating: 0.04, count: 40)
    #expect(rounds(known: 0.04, before).areEnough)
    #expect(!rounds(known: 0.04, before + [0.03, 0.03]).areEnough)
  }

  @Test func `rounds that do not count are not quiet`() {
    var rounds = QuietRounds(known: 0.04)
    for _ in 0..<100 { rounds.add(0.04, counts: false) }
    #expect(!rounds.areEnough)
  }
}

@Suite struct `The way of a cache line` {
  @Test(arguments: [2, 3]) func `all threads pass the line on, turn after turn`(threads: Int) {
    let ring = LineRing(threads: threads)
    let ways = Mutex<[Double?]>([])
    Threads.run(threads) { index in
      for batch in 0..<3 as Range<UInt32> {
        let way = ring.pass(batch * 10..<(batch + 1) * 10, as: index)
        ways.withLock { $0.append(way) }
      }
    }
    // Threads that share a core may come too late; then no thread takes another turn.
    let all = ways.withLock { $0 }
    #expect(all.count == 3 * threads && all.allSatisfy { $0.map { $0 > 0 } ?? true })
  }

  @Test func `a thread that never comes breaks the ring, and no thread waits again`() {
    let ring = LineRing(threads: 2)
    #expect(ring.pass(0..<10, as: 1) == nil)
    #expect(ring.pass(0..<10, as: 0) == nil)
  }
}
