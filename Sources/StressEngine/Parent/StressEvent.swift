package import Core

/// An event that occurs during a run. The engine itself never prints.
package enum StressEvent: Sendable {
  /// The `number`th of `count` rows begins; `number` counts from 1.
  case rowStarted(RowKey, number: Int, count: Int)
  /// A row has made progress: the fraction of its counting time that has passed.
  case progress(RowKey, fraction: Double)
  case rowFinished(StressRow, samples: [TimingSample])
}
