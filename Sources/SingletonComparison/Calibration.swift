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

  /// Creates a calibration from the access times of 2n replicates, each divided by the floor.
  ///
  /// - Returns: `nil` if a side would have fewer than two replicates, or a time is not positive and finite.
  package init?(key: RowKey, accesses: [Double], seed: UInt64) {
    let half = accesses.count / 2
    guard half >= 2, accesses.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
    self.key = key
    replicates = half
    var random = SplitMix64(seed: seed)
    let ratios = (0..<Self.splits).map { _ in Self.ratio(ofHalvesOf: accesses.shuffled(using: &random), half) }.sorted()
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

  /// Returns the larger median of the two halves divided by the smaller one.
  private static func ratio(ofHalvesOf values: [Double], _ half: Int) -> Double {
    let medians = [values.prefix(half), values.dropFirst(half)].map { MedianInterval(of: Array($0))!.median }
    return medians.max()! / medians.min()!
  }
}

extension Calibration {
  /// Returns the calibrations of the groups in a calibration run, in the rows' order. Groups without times are omitted.
  package static func calibrations(of rows: [StressRow], seed: UInt64) -> [Calibration] {
    let floors = Dictionary(grouping: rows.compactMap { row in row.floor.map { (row.key.threads, $0) } }) { $0.0 }
      .mapValues { MedianInterval(of: $0.map(\.1))!.median }
    var order: [RowKey] = []
    var accesses: [RowKey: [Double]] = [:]
    for row in rows {
      guard let access = row.measured?.access?.p50, let floor = floors[row.key.threads], floor > 0 else { continue }
      let key = row.key.group
      if accesses[key] == nil { order.append(key) }
      accesses[key, default: []].append(access / floor)
    }
    return order.compactMap { Calibration(key: $0, accesses: accesses[$0]!, seed: seed) }
  }
}

extension StressRow {
  fileprivate var floor: Double? { measured?.access?.floor }
}
