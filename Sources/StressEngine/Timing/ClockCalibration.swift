import Platform

/// What a reading of the monotonic clock costs, and the least by which two readings differ, in nanoseconds.
package struct ClockCalibration: Sendable {
  package let cost: Double
  package let resolution: UInt64

  /// Takes some 30 microseconds.
  package static func measured() -> ClockCalibration {
    let readings = (0...1_000).map { _ in monotonicNanoseconds() }
    let steps = zip(readings.dropFirst(), readings).map { $0 &- $1 }.filter { $0 > 0 }
    let elapsed = readings.last! &- readings.first!
    return ClockCalibration(cost: Double(elapsed) / 1_000, resolution: steps.min() ?? elapsed)
  }

  /// The shortest interval worth timing: reading the clock is at most half a percent of it, and the clock's step a
  /// thousandth.
  package var minimumInterval: UInt64 { max(UInt64(200 * cost), 1_000 * resolution) }
}
