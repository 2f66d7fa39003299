/// How many turns of a loop make a batch: it grows until a batch is long against the clock, which also warms up, and
/// shrinks for good where a round takes too long.
///
/// More threads than cores can queue for a lock so that each access waits for all the others: what took each of them ten
/// microseconds in one round takes all of them seconds in the next.
struct BatchSize: Equatable {
  private(set) var turns = 1
  private var most = 1 << 24
  /// Nanoseconds.
  let shortest: UInt64

  private static let longestRound: UInt64 = 10_000_000
  private static let fastestGrowth: UInt64 = 4

  init(shortest: UInt64) { self.shortest = shortest }

  /// Settles how long the next batch is, and says whether the one that has just ended counts.
  ///
  /// - Parameters:
  ///   - usual: nanoseconds that the batch took a thread.
  ///   - round: nanoseconds until all threads had ended theirs.
  mutating func settle(usual: UInt64, round: UInt64) -> Bool {
    if round > Self.longestRound && turns > 1 {
      most = max(1, Int(Double(turns) * Double(Self.longestRound) / Double(round)))
      turns = most
      return true
    }
    guard usual < shortest && turns < most else { return true }
    turns = min(most, turns * Int(min(Self.fastestGrowth, shortest / max(1, usual) + 1)))
    return false
  }
}
