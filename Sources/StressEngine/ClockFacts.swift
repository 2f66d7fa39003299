import Strategies

/// What a reading of the monotonic clock costs, and the least that two readings can differ by; nanoseconds.
package struct ClockFacts: Sendable {
  package let cost: Double
  package let resolution: UInt64

  /// Takes some 30 microseconds.
  package static func measured() -> ClockFacts {
    let readings = (0...1_000).map { _ in monotonicNanoseconds() }
    let steps = zip(readings.dropFirst(), readings).map { $0 - $1 }.filter { $0 > 0 }
    let elapsed = readings.last! - readings.first!
    return ClockFacts(cost: Double(elapsed) / 1_000, resolution: steps.min() ?? elapsed)
  }

  /// So long that reading the clock is at most half a percent of it, and the clock's step a thousandth.
  package var shortestInterval: UInt64 { max(UInt64(200 * cost), 1_000 * resolution) }
}
