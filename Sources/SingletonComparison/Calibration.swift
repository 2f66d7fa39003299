package import SingletonCore
import SingletonStatistics

/// The gate that one group needs on this machine, found by comparing the group with itself.
///
/// The 2n replicates of one binary are split into random halves a thousand times. Nothing has changed between the
/// halves of any split. The gate is the value that 99 of 100 ratios of the halves' medians do not exceed, rounded up
/// to a whole percentage, and at least 5%.
package struct Calibration: Sendable {
  package let key: RowKey
  /// The number of replicates on each side.
  package let replicates: Int
  /// The gate in percent.
  package let gate: Int

  private static let splits = 1_000
  private static let leastGate = 5

  /// Creates the calibration of a group.
  ///
  /// - Returns: `nil` if a side would have fewer than two replicates with times, or a time is not positive and finite.
  private init?(_ group: ReplicateGroup, leastFloor: Double, seed: UInt64) {
    let half = group.times.count / 2
    guard half >= 2, group.times.allSatisfy({ $0.overFloor > 0 && $0.overFloor.isFinite }) else { return nil }
    key = group.key
    replicates = half
    var random = SplitMix64(seed: seed)
    let ratios = (0..<Self.splits).map { _ in
      let shuffled = group.times.shuffled(using: &random)
      let ratio = TimeEvidence(
        Array(shuffled.prefix(half)), Array(shuffled.dropFirst(half)), leastFloor: leastFloor
      ).ratio
      return max(ratio, 1 / ratio)
    }.sorted()
    let bound = ratios[Self.splits * 99 / 100 - 1]
    gate = max(Self.leastGate, Int((100 * (bound - 1)).rounded(.up)))
  }

  /// Returns the calibrations of the groups in a calibration run, in the rows' order. Groups without times are omitted.
  package static func calibrations(of rows: [StressRow], seed: UInt64) -> [Calibration] {
    let report = ComparedReport(rows: rows)
    return report.groups.compactMap { group in
      report.leastFloors[group.key.threads].flatMap { Calibration(group, leastFloor: $0, seed: seed) }
    }
  }

  /// Returns the number of different splits of twice the replicates, at least up to a hundred.
  ///
  /// One in a hundred splits cannot be told from the rest if there are fewer than a hundred.
  package static func splitCount(replicates: Int) -> Int {
    // Each pair of halves is one split: half of the binomial coefficient of 2n over n.
    let side = min(replicates, 10)
    return (1...side).reduce(1) { $0 * (side + $1) / $1 } / 2
  }
}
