import SingletonStrategyKit
import SingletonTrialRuntime

extension SweepSize {
  /// The most cells in a sweep. With this many, the barrier at its end costs little; more would exceed the caches.
  private static let maxCells = 16_384
  private static let maxBytes = 40 << 20
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
}
