/// The number of loop iterations in a batch. It grows until a batch is long compared with the clock's resolution, which
/// also serves as a warm-up. It shrinks for good if a round takes too long.
///
/// If there are more threads than cores, threads can queue for a lock so that each access waits for all other threads.
/// A batch that takes each thread ten microseconds in one round can then take them seconds in the next.
struct BatchSize: Equatable {
  private(set) var turns = 1
  private var maxTurns = 1 << 24
  /// The duration that a batch should reach, in nanoseconds.
  let shortest: UInt64

  /// The longest time until all threads have finished a batch, in nanoseconds.
  static let longestRound: UInt64 = 2_000_000
  private static let fastestGrowth: UInt64 = 16

  init(shortest: UInt64) { self.shortest = shortest }

  /// Chooses the size of the next batch.
  ///
  /// - Parameters:
  ///   - usual: The typical time of a thread for the latest batch, in nanoseconds.
  ///   - round: The time until all threads had finished that batch, in nanoseconds.
  /// - Returns: Whether the latest batch counts.
  mutating func adapt(usual: UInt64, round: UInt64) -> Bool {
    if round > Self.longestRound && turns > 1 {
      maxTurns = max(1, Int(Double(turns) * Double(Self.longestRound) / Double(round)))
      turns = maxTurns
      return true
    }
    guard usual < shortest && turns < maxTurns else { return true }
    turns = min(maxTurns, turns * Int(min(Self.fastestGrowth, shortest / max(1, usual) + 1)))
    return false
  }
}
