package import Outcomes

/// How every row of a run is to be run.
package struct RunSettings: Sendable {
  package var threads: [Int]
  package var engine = EngineKind.dispatch
  /// Counting time of a row.
  package var time = TimeSpan.milliseconds(100)
  /// Stops a row after so many trials instead.
  package var trials: UInt64?
  package var replicates = 1
  /// Only this share of the plan; nil = all of it.
  package var shard: Shard?
  /// Cells a sweep; nil = the engine chooses.
  package var cells: Int?
  package var initializerCost = InitializerCost.none
  package var seed: UInt64
  /// A row that shows no progress for so long has hung.
  package var timeout = TimeSpan.milliseconds(10_000)

  package init(threads: [Int], seed: UInt64) {
    self.threads = threads
    self.seed = seed
  }
}
