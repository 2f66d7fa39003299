/// The number of loop turns in a batch. It grows until a batch is long compared with the clock's resolution, which also
/// serves as a warm-up, and shrinks permanently if a round takes too long.
///
/// With more threads than cores, threads can queue for a lock so that each access waits for all others: a batch that
/// takes each thread ten microseconds in one round can take all of them seconds in the next.
struct BatchSize: Equatable {
  private(set) var turns = 1
  private var maxTurns = 1 << 24
  /// The target duration of a batch, in nanoseconds.
  let shortest: UInt64

  /// The longest time until all threads have finished a batch, in nanoseconds.
  static let longestRound: UInt64 = 2_000_000
  private static let fastestGrowth: UInt64 = 16

  init(shortest: UInt64) { self.shortest = shortest }

  /// Chooses the size of the next batch.
  ///
  /// - Parameters:
  ///   - usual: The typical time that a thread took for the batch, in nanoseconds.
  ///   - round: The time until all threads had finished the batch, in nanoseconds.
  /// - Returns: Whether the batch that has just ended counts.
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
