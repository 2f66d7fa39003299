/// The sizes of sweeps, in cells.
package enum SweepSize {
  /// The size of the first sweep, which is small because the cost of an initializer is not yet known.
  package static let first = 8
  /// The duration to which a sweep is limited, so that a healthy row keeps showing progress.
  private static let maxNanoseconds: UInt64 = 10_000_000

  /// Returns the size of the next sweep: at most four times the size of the last one, and small enough to take ten
  /// milliseconds at the last one's speed.
  package static func next(_ active: Int, took nanoseconds: UInt64, capacity: Int) -> Int {
    let fitting = Double(active) * Double(maxNanoseconds) / Double(max(nanoseconds, 1))
    return max(1, min(capacity, active * 4, Int(fitting)))
  }

  /// Returns the cells of a sweep that this thread prepares, counts, and drops on behalf of all threads.
  package static func share(of thread: Int, of threads: Int, in active: Int) -> Range<Int> {
    thread * active / threads..<(thread + 1) * active / threads
  }
}
