package import SingletonCore

/// An event that occurs during a run. The engine itself never prints.
package enum StressEvent: Sendable {
  /// A row has started. `number` is its position among `count` rows, from 1, and `time` is its counting time.
  case rowStarted(RowKey, number: Int, count: Int, time: Duration)
  /// A row has made progress. `fraction` is the part of its counting time that has passed.
  case progress(RowKey, fraction: Double)
  /// A signal has stopped the numbered process of a row, so that the run waits for it.
  case stopped(RowKey, process: Int32)
  case rowFinished(StressRow, samples: [TimingSample])
  /// The plan is done, and rows whose known defects have not been reproduced go on.
  case goingOn(rows: Int, for: Duration)
}
