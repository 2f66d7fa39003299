/// The wall time of a later access by one thread while all threads access, in nanoseconds.
package struct AccessTiming: Sendable {
  package var min = 0.0
  package var p50 = 0.0
  package var p90 = 0.0
  package var p99 = 0.0
  /// The time of the same loop without the strategy.
  package var floor = 0.0
  /// The way of a cache line from one thread's core to the next one's, or `nil` if threads share cores or there is one.
  package var line: Double?
  package var batches = 0
  /// The number of accesses in a batch.
  package var batchSize = 0

  package init() {}
}
