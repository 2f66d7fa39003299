import SingletonPlatform

/// The cost of reading the monotonic clock, and the smallest difference between two readings, in nanoseconds.
package struct ClockCalibration: Sendable {
  package let cost: Double
  package let resolution: UInt64

  /// Calibrates the clock. This takes about 30 microseconds.
  package static func measured() -> ClockCalibration {
    let readings = (0...1_000).map { _ in monotonicNanoseconds() }
    let steps = zip(readings.dropFirst(), readings).map { $0 &- $1 }.filter { $0 > 0 }
    let elapsed = readings.last! &- readings.first!
    return ClockCalibration(cost: Double(elapsed) / 1_000, resolution: steps.min() ?? elapsed)
  }

  /// The shortest interval that is worth timing, in nanoseconds. It is so long that reading the clock takes at most
  /// half a percent of it, and that the clock's resolution is at most a thousandth of it.
  package var minimumInterval: UInt64 { max(UInt64(200 * cost), 1_000 * resolution) }
}
