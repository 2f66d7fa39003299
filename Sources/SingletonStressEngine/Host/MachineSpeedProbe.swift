import Dispatch
package import SingletonCore
import SingletonPlatform
import SingletonStatistics
import Synchronization

extension MachineSpeed {
  /// Measures the machine, which takes a few milliseconds, and at most a tenth of a second if it is busy.
  package static func measured(cores: Int) -> MachineSpeed {
    MachineSpeed(lineWay: cores > 1 ? LineBouncer.nanosecondsPerWay() : nil, dependentLoad: nanosecondsPerLoad())
  }

  /// Measures a load from the nearest cache whose address is the result of the load before.
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
    // Whatever interrupts a round makes it longer.
    return Double(times.min()!) / Double(steps)
  }

  @inline(never)
  private static func follow(_ start: UnsafeMutablePointer<UInt>, steps: Int) -> UnsafeMutablePointer<UInt> {
    var place = start
    for _ in 0..<steps { place = UnsafeMutablePointer(bitPattern: place.pointee)! }
    return place
  }
}

/// Two threads, on cores of their own, that send a cache line to each other.
package final class LineBouncer: @unchecked Sendable {
  // Unchecked: only the first thread writes the times, and they are read when both have finished.
  private let words = CacheLinePadded(count: 1)
  private let deadline = monotonicNanoseconds() + longest
  private var times: [UInt64] = []

  private static let batches: UInt32 = 20
  /// The number of times that the line goes there and back in a batch.
  private static let rounds: UInt32 = 200
  /// The most time, in nanoseconds: if the threads share a core, each way takes as long as the system lets one run.
  private static let longest: UInt64 = 100_000_000

  private var turn: UnsafeMutablePointer<Atomic<UInt32>> { words[0] }

  private init() {}

  deinit { words.deallocate() }

  /// Measures the way of a cache line from one core to another, in nanoseconds.
  ///
  /// - Returns: `nil` if the threads did not run at the same time.
  package static func nanosecondsPerWay() -> Double? {
    let bouncer = LineBouncer()
    let done = DispatchSemaphore(value: 0)
    let affinity = CoreAffinity(threads: 2, cores: 2)
    ThreadSourceKind.dispatch.threadSource.start(2) { index in
      affinity.pin(index)
      bouncer.bounce(as: UInt32(index))
      done.signal()
    }
    for _ in 0..<2 { done.wait() }
    return MedianInterval(of: bouncer.times.map { Double($0) / Double(2 * rounds) })?.median
  }

  private func bounce(as index: UInt32) {
    for batch in 0..<Self.batches {
      let start = monotonicNanoseconds()
      for round in batch * Self.rounds..<(batch + 1) * Self.rounds {
        guard wait(for: 2 * round + index) else { return }
        turn.pointee.store(2 * round + index + 1, ordering: .releasing)
      }
      if index == 0 { times.append(monotonicNanoseconds() - start) }
    }
  }

  /// Waits for a turn, and returns whether it came in time.
  private func wait(for mine: UInt32) -> Bool {
    while true {
      for _ in 0..<1_000 where turn.pointee.load(ordering: .acquiring) == mine { return true }
      if monotonicNanoseconds() > deadline { return false }
    }
  }
}
