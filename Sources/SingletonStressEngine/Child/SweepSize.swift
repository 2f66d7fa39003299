import SingletonStrategyKit

/// The sizes of sweeps, in cells.
package enum SweepSize {
  /// The size of the first sweep, which is small because the cost of an initializer is not yet known.
  package static let first = 8
  /// The most cells in a sweep. With this many, the barrier at its end costs little; more would exceed the caches.
  private static let maxCells = 16_384
  private static let maxBytes = 40 << 20
  /// The longest duration of a sweep, so that a healthy row always shows progress.
  private static let maxNanoseconds: UInt64 = 10_000_000
  /// The approximate size of an object that a cell keeps, such as a semaphore or a queue.
  private static let objectBytes = 512

  /// Returns the size of the largest sweep of a row.
  ///
  /// - Parameter asked: The size that the user requested, or `nil`.
  static func capacity(_ workload: Workload, threads: Int, asked: Int?) -> Int {
    if let asked { return asked }
    let size = workload.cellSize(callers: threads)
    let perAccess = MemoryLayout<UInt32>.size + 16
    let perCell =
      size.apart + size.keptWords * objectBytes
      + threads * workload.shape.accessesPerThread * perAccess
    return max(64, min(maxCells, maxBytes / perCell))
  }

  /// Returns the size of the next sweep: up to four times larger while sweeps are short, and smaller at once after one
  /// that took too long.
  package static func next(_ active: Int, took nanoseconds: UInt64, capacity: Int) -> Int {
    let fitting = Double(active) * Double(maxNanoseconds) / Double(max(nanoseconds, 1))
    return max(1, min(capacity, active * 4, Int(fitting)))
  }
}
