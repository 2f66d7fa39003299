/// The wall time of a later access, in nanoseconds, as ``meaning`` says.
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

extension AccessTiming {
  /// The meaning of the figure in a sentence without its period, the same wherever it is explained.
  package static let meaning =
    "One later access by one thread, when the instance exists already, while all threads of the row access it; if they"
    + " outnumber the cores, they take turns, and there is hardly any contention"

  /// The meaning in a few words, for a line below a table.
  package static let briefMeaning = "a later access, mostly inlined and without reference counting (explain ns)"
}
