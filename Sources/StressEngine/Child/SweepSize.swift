import StrategyKit

/// How many cells a sweep has.
enum SweepSize {
  /// The first sweep is short: it is not known yet what an initializer costs.
  static let first = 8
  /// With this many cells the meeting at the end of a sweep costs little; more would leave the caches.
  private static let maxCells = 16_384
  private static let maxBytes = 40 << 20
  /// A sweep lasts no longer, so that a healthy row always shows progress.
  private static let maxNanoseconds: UInt64 = 10_000_000
  /// Roughly what an object beside a cell (a semaphore, a queue) takes.
  private static let objectBytes = 512

  /// Returns the largest sweep of a row.
  ///
  /// - Parameter asked: What the user wants, or `nil`.
  static func capacity(_ workload: Workload, threads: Int, cores: Int, asked: Int?) -> Int {
    if let asked { return asked }
    let size = workload.cellSize(callers: threads, cores: cores)
    let perAccess = MemoryLayout<UInt32>.size + 16
    let perCell =
      size.byteCount + size.keptWords * objectBytes
      + threads * workload.shape.accessesPerThread * perAccess
    return max(64, min(maxCells, maxBytes / perCell))
  }

  /// Returns the next sweep's cells: up to four times as many while sweeps are short, fewer at once if one was too long.
  static func next(_ active: Int, took nanoseconds: UInt64, capacity: Int) -> Int {
    let fitting = Double(active) * Double(maxNanoseconds) / Double(max(nanoseconds, 1))
    return max(1, min(capacity, active * 4, Int(fitting)))
  }
}
