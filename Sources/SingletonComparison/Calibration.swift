package import SingletonCore
import SingletonPlatform
import SingletonStatistics
import SingletonTextFormats

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

  /// Creates a calibration from the times of 2n replicates.
  ///
  /// - Returns: `nil` if a side would have fewer than two replicates, or a time is not positive and finite.
  init?(key: RowKey, times: [ReplicateTime], leastFloor: Float, seed: UInt64) {
    let half = times.count / 2
    guard half >= 2, times.allSatisfy({ $0.overFloor > 0 && $0.overFloor.isFinite }) else { return nil }
    self.key = key
    replicates = half
    var random = SplitMix64(seed: seed)
    let ratios = (0..<Self.splits).map { _ in
      let shuffled = times.shuffled(using: &random)
      let ratio = TimeEvidence(
        Array(shuffled.prefix(half)), Array(shuffled.dropFirst(half)), leastFloor: leastFloor
      ).ratio
      return max(ratio, 1 / ratio)
    }.sorted()
    let bound = ratios[Self.splits * 99 / 100 - 1]
    gate = max(Self.leastGate, Int((100 * (bound - 1)).rounded(.up)))
  }

  /// Returns the number of different splits of twice the replicates, at least up to a hundred.
  ///
  /// One in a hundred splits cannot be told from the others if there are fewer than a hundred.
  package static func splitCount(replicates: Int) -> Int {
    // Each pair of halves is one split: half of the binomial coefficient of 2n over n.
    let side = min(replicates, 10)
    return (1...side).reduce(1) { $0 * (side + $1) / $1 } / 2
  }
}

extension Calibration {
  /// Returns the calibrations of the groups in a calibration run, in the rows' order. Groups without times are omitted.
  package static func calibrations(of rows: [StressRow], seed: UInt64) -> [Calibration] {
    var leastFloors: [Int: Float] = [:]
    var order: [RowKey] = []
    var times: [RowKey: [ReplicateTime]] = [:]
    for row in rows {
      guard let access = row.measured?.access else { continue }
      let time = ReplicateTime(access, of: row, origin: 0)
      let key = row.key.group
      leastFloors[key.threads] = min(leastFloors[key.threads] ?? time.floor, time.floor)
      if times[key] == nil { order.append(key) }
      times[key, default: []].append(time)
    }
    return order.compactMap {
      Calibration(key: $0, times: times[$0]!, leastFloor: leastFloors[$0.threads]!, seed: seed)
    }
  }
}
