import SingletonPlatform
import SingletonTextFormats
import SingletonTrialRuntime

/// The time between the first and the last thread that a barrier releases.
enum GateSkew {
  static func show() {
    var table = Table(figures: ["threads", "median ns", "p90 ns", "least ns"])
    for threads in [2, 4, 8, 16, 32, 64, 128, 255] {
      let skews = measured(threads: threads, rounds: threads <= BenchThreads.cores ? 10_001 : 501).sorted()
      table.append([
        "\(threads)" + (threads > BenchThreads.cores ? " (more than \(BenchThreads.cores) cores)" : ""),
        median(skews).rounded(to: 0), skews[skews.count * 9 / 10].rounded(to: 0), skews[0].rounded(to: 0),
      ])
    }
    table.show("Start gate: from the first thread released to the last, a clock reading included")
  }

  private static func measured(threads: Int, rounds: Int) -> [Double] {
    let barrier = Barrier(count: threads, cores: BenchThreads.cores)
    let times = Times(threads: threads, rounds: rounds)
    BenchThreads.run(threads) { index in
      for round in 0..<rounds {
        barrier.wait()
        times[round, index] = monotonicNanoseconds()
      }
    }
    return (0..<rounds).map(times.spread)
  }
}

/// The time at which each thread passed the barrier in each round.
private final class Times: @unchecked Sendable {
  // Unchecked: each thread writes only its own elements, which are read after all threads have finished.
  private let threads: Int
  private let values: UnsafeMutablePointer<UInt64>

  init(threads: Int, rounds: Int) {
    self.threads = threads
    values = .allocate(capacity: threads * rounds)
    // Touches the memory before the measurement, because a page fault costs more than the barrier.
    values.initialize(repeating: 0, count: threads * rounds)
  }

  deinit { values.deallocate() }

  subscript(round: Int, thread: Int) -> UInt64 {
    get { values[round * threads + thread] }
    set { values[round * threads + thread] = newValue }
  }

  func spread(_ round: Int) -> Double {
    let passed = (0..<threads).map { self[round, $0] }
    return Double(passed.max()! - passed.min()!)
  }
}
