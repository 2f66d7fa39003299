import SingletonPlatform
import Synchronization

/// Threads, each on another core, that pass a cache line around in a ring, to find how long its way from one core to the
/// next takes.
final class LineRing: Sendable {
  private let threads: UInt32
  private let words = CacheLinePadded(count: 1)
  private let isBroken = Atomic<Bool>(false)

  /// The most time that a thread waits for its turn, in nanoseconds. A thread that waits longer shares its core.
  private static let longestWait: UInt64 = 2_000_000

  init(threads: Int) { self.threads = UInt32(threads) }

  deinit { words.deallocate() }

  /// Passes the line on when it arrives, in each of these turns. All threads must take the same turns, from 0 on.
  ///
  /// - Returns: The nanoseconds from one core to the next, or `nil` if a thread came too late; no later turn is taken.
  func pass(_ turns: Range<UInt32>, as index: Int) -> Double? {
    if isBroken.load(ordering: .relaxed) { return nil }
    let start = monotonicNanoseconds()
    for turn in turns {
      let mine = turn * threads + UInt32(index)
      guard wait(for: mine) else {
        isBroken.store(true, ordering: .relaxed)
        return nil
      }
      words[0].pointee.store(mine + 1, ordering: .releasing)
    }
    return Double(monotonicNanoseconds() - start) / Double(threads * UInt32(turns.count))
  }

  private func wait(for mine: UInt32) -> Bool {
    var deadline: UInt64?
    while true {
      for _ in 0..<1_000 where words[0].pointee.load(ordering: .acquiring) == mine { return true }
      let now = monotonicNanoseconds()
      if let deadline, now > deadline { return false }
      deadline = deadline ?? now + Self.longestWait
    }
  }
}
