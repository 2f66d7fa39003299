import Strategies
import StressEngine

/// The time between the first and the last thread that a gate lets go.
enum GateSkew {
  static func show() {
    var table = Table("threads", "median ns", "p90 ns", "least ns")
    for threads in [2, 4, 8, 16, 32, 64, 128, 255] {
      let skews = measured(threads: threads, rounds: threads <= Crowd.cores ? 10_001 : 501).sorted()
      table.rows.append([
        "\(threads)" + (threads > Crowd.cores ? " (more than \(Crowd.cores) cores)" : ""),
        median(skews).rounded(to: 0), skews[skews.count * 9 / 10].rounded(to: 0), skews[0].rounded(to: 0),
      ])
    }
    table.show("Start gate: from the first thread let go to the last, a clock reading included")
  }

  private static func measured(threads: Int, rounds: Int) -> [Double] {
    let barrier = Barrier(count: threads, cores: Crowd.cores)
    let times = Times(threads: threads, rounds: rounds)
    Crowd.run(threads) { index in
      for round in 0..<rounds {
        barrier.wait()
        times[round, index] = monotonicNanoseconds()
      }
    }
    return (0..<rounds).map(times.spread)
  }
}

/// When each thread passed in each round. Sendable: a thread writes its own places only, and all are read after the end.
private final class Times: @unchecked Sendable {
  private let threads: Int
  private let values: UnsafeMutablePointer<UInt64>

  init(threads: Int, rounds: Int) {
    self.threads = threads
    values = .allocate(capacity: threads * rounds)
    // Touched before the clock runs: a page that is not there yet costs more than the gate.
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
