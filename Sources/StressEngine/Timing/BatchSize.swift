/// How many turns of a loop make a batch. It grows until a batch is long compared with the clock, which also warms up, and
/// shrinks for good if a round takes too long.
///
/// More threads than cores can queue for a lock so that each access waits for all the others: what took each of them ten
/// microseconds in one round takes all of them seconds in the next.
struct BatchSize: Equatable {
  private(set) var turns = 1
  private var maxTurns = 1 << 24
  /// Nanoseconds.
  let shortest: UInt64

  private static let longestRound: UInt64 = 10_000_000
  private static let fastestGrowth: UInt64 = 4

  init(shortest: UInt64) { self.shortest = shortest }

  /// Chooses the next batch's size.
  ///
  /// - Parameters:
  ///   - usual: Nanoseconds that the batch took a thread.
  ///   - round: Nanoseconds until all threads had ended theirs.
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
