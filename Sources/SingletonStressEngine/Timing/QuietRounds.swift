/// The rounds of a timing in which nothing else used the cores.
///
/// A neighbor on the same physical core, which on a shared host may belong to another machine, doubles the floor and
/// most times for milliseconds to seconds. In the rounds whose floors before and after are the machine's lowest, the
/// medians of different processes agree to a thousandth; over all rounds they differ by a factor of two.
struct QuietRounds {
  /// The floor of a quiet round in earlier rows, in nanoseconds, or `nil` if it is unknown.
  private let known: Double?
  /// The loudness of each round that counts: the larger of the floors before and after its accesses.
  private var loudness: [Double] = []
  private var floorBefore = Double.infinity
  private var least = Double.infinity
  private var quiet = 0

  /// The factor of the lowest floor up to which a round is quiet.
  static let tolerance = 1.1
  /// The smallest number of quiet rounds whose median is meaningful.
  private static let fewest = 20

  init(known: Double?) { self.known = known }

  /// Adds the longest floor of the threads in a round.
  mutating func add(_ floor: Double, counts: Bool) {
    defer { floorBefore = floor }
    guard counts else { return }
    let loud = max(floor, floorBefore)
    loudness.append(loud)
    if loud < least {
      least = loud
      quiet = loudness.count { $0 <= limit }
    } else if loud <= limit {
      quiet += 1
    }
  }

  private var limit: Double { min(least, known ?? .infinity) * Self.tolerance }

  /// Whether there are enough quiet rounds: half of all if it is unknown how quiet the machine can be.
  var areEnough: Bool { quiet >= Self.fewest && (known != nil || 2 * quiet >= loudness.count) }

  /// Returns the quietest rounds: those up to a tenth above the level that ten rounds do not exceed.
  ///
  /// - Parameter floors: The floors of all threads in each round.
  static func quietest(of floors: [Double], rounds: Int, threads: Int) -> [Int] {
    let longest = (0..<rounds).map { floors[$0 * threads..<($0 + 1) * threads].max()! }
    let loudness = (0..<rounds).map { max(longest[$0], longest[max(0, $0 - 1)]) }
    let level = loudness.sorted()[min(rounds, fewest / 2) - 1]
    return (0..<rounds).filter { loudness[$0] <= level * tolerance }
  }
}
