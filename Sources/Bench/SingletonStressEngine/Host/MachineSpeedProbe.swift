import Dispatch
package import SingletonCore
import SingletonPlatform
import SingletonStatistics
import Synchronization

extension MachineSpeed {
  /// Measures the machine. This takes a few milliseconds, or up to a tenth of a second if the machine is busy.
  package static func measured(cores: Int) -> MachineSpeed {
    MachineSpeed(lineWay: cores > 1 ? LineRing.nanosecondsPerWay() : nil, dependentLoad: nanosecondsPerLoad())
  }

  /// Returns the time of a load from the nearest cache whose address is the result of the previous load.
  private static func nanosecondsPerLoad() -> Double {
    let (steps, rounds) = (20_000, 20)
    let memory = UnsafeMutablePointer<UInt>.allocate(capacity: 1)
    defer { memory.deallocate() }
    memory.initialize(to: UInt(bitPattern: memory))
    let times = (0..<rounds).map { _ in
      let start = monotonicNanoseconds()
      let end = follow(memory, steps: steps)
      precondition(end == memory, "a pointer to itself led elsewhere")
      return monotonicNanoseconds() - start
    }
    // An interruption makes a round longer, so the shortest round is the measurement.
    return Double(times.min()!) / Double(steps)
  }

  @inline(never)
  private static func follow(_ start: UnsafeMutablePointer<UInt>, steps: Int) -> UnsafeMutablePointer<UInt> {
    var place = start
    for _ in 0..<steps { place = UnsafeMutablePointer(bitPattern: place.pointee)! }
    return place
  }
}

/// Threads, each on its own core, that pass a cache line around in a ring, to find how long the line takes to reach the
/// next core.
package final class LineRing: Sendable {
  private let threads: UInt32
  private let words = CacheLinePadded(count: 1)
  private let isBroken = Atomic<Bool>(false)

  /// The maximum time that a thread waits for its turn, in nanoseconds. A thread that waits longer probably shares its
  /// core.
  private static let longestWait: UInt64 = 2_000_000

  init(threads: Int) { self.threads = UInt32(threads) }

  deinit { words.deallocate() }

  /// Passes the cache line on in each of these turns, when it arrives. All threads must take the same turns, from 0 on.
  ///
  /// - Returns: The nanoseconds from one core to the next, or `nil` if a thread was too late. In that case, no thread
  ///   takes a later turn.
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

  private static let batches: UInt32 = 20
  /// The number of round trips of the cache line in a batch.
  private static let turns: UInt32 = 200

  /// Measures how long a cache line takes from one core to another, in nanoseconds.
  ///
  /// - Returns: `nil` if the two threads did not run at the same time.
  package static func nanosecondsPerWay() -> Double? {
    let ring = LineRing(threads: 2)
    let ways = Mutex<[Double]>([])
    let done = DispatchSemaphore(value: 0)
    let affinity = CoreAffinity(threads: 2, limit: 2, on: .ofThisProcess)
    // Dispatch would wait forever for threads that the system refuses.
    let started = (0..<2).count { index in
      startThread {
        affinity.pin(index)
        let own = (0..<batches).compactMap { ring.pass($0 * turns..<($0 + 1) * turns, as: index) }
        if index == 0 { ways.withLock { $0 = own } }
        done.signal()
      }
    }
    for _ in 0..<started { done.wait() }
    return ways.withLock { MedianInterval(of: $0)?.median }
  }
}
