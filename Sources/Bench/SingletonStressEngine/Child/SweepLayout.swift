import SingletonPlatform
import SingletonStrategyKit

/// The arrangement of a sweep's trials in memory, and how often the threads wait for each other.
struct SweepLayout: Equatable, Sendable {
  let cellBytes: Int
  /// The position of the first cell in its cache line, in bytes.
  var cellOffset = 0
  /// The number of cells between two rendezvous.
  let cellsPerBlock: Int

  private static let blockSizes = [256, 1_024, .max]

  /// Returns the layouts that are worth trying.
  ///
  /// They differ in whether cells share cache lines, and in whether the rendezvous are frequent, rare, or only at the
  /// beginning of a sweep. In the last layout, the first word of each cell is in one cache line and its other words are
  /// in the next: two stores to the same line reach other threads almost together, so a strategy that stores in the
  /// wrong order would hardly ever show it.
  static func candidates(_ size: CellSize, threads: Int, cells: Int) -> [SweepLayout] {
    let few = min(blockSizes[0], cells)
    let usual = SweepLayout(cellBytes: size.packed, cellsPerBlock: few)
    guard threads > 1, cells >= SweepTuner.leastCells else { return [usual] }
    let sizes = size.packed == size.apart ? [size.packed] : [size.packed, size.apart]
    let whole = sizes.flatMap { bytes in
      blockSizes.map { SweepLayout(cellBytes: bytes, cellsPerBlock: min($0, cells)) }
    }
    let word = MemoryLayout<UInt>.size
    guard size.packed > word else { return whole }
    return whole + [
      SweepLayout(cellBytes: size.apart, cellOffset: CacheLine.byteCount - word, cellsPerBlock: few)
    ]
  }

  func blocks(of cells: Int) -> Int { (cells + cellsPerBlock - 1) / cellsPerBlock }
}
