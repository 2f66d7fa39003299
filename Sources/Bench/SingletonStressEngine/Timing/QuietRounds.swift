/// The rounds of a timing in which no other program used the physical cores.
///
/// Another program on the same physical core, possibly of another virtual machine, doubles the empty loop's time and
/// most other times for milliseconds to seconds. In the rounds whose empty loops before and after are the machine's
/// fastest, the medians of different processes agree to a thousandth. Over all rounds, they differ by a factor of two.
struct QuietRounds {
  /// The time of the empty loop in a quiet round of earlier rows, in nanoseconds, or `nil` if it is unknown.
  private let known: Double?
  /// A measure of the noise in each counted round: the longer of the empty loop's times before and after its accesses.
  private var loudness: [Double] = []
  private var floorBefore = Double.infinity
  private var least = Double.infinity
  private var quiet = 0

  /// A round is quiet if its empty loop took at most this many times the shortest time.
  static let tolerance = 1.1
  /// The smallest number of quiet rounds whose median is meaningful.
  private static let fewest = 20

  init(known: Double?) { self.known = known }

  /// Adds a round.
  ///
  /// - Parameters:
  ///   - floor: The longest time of the empty loop among the threads.
  ///   - counts: Whether the accesses of the round count.
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

  /// Whether there are enough quiet rounds. If it is unknown how quiet the machine can be, at least half of all rounds
  /// must be quiet.
  var areEnough: Bool { quiet >= Self.fewest && (known != nil || 2 * quiet >= loudness.count) }

  /// Returns the indices of the quietest rounds: those with at most 1.1 times the tenth-lowest noise.
  ///
  /// - Parameter floors: The times of the empty loop of all threads in each round.
  static func quietest(of floors: [Double], rounds: Int, threads: Int) -> [Int] {
    let longest = (0..<rounds).map { floors[$0 * threads..<($0 + 1) * threads].max()! }
    let loudness = (0..<rounds).map { max(longest[$0], longest[max(0, $0 - 1)]) }
    let level = loudness.sorted()[min(rounds, fewest / 2) - 1]
    return (0..<rounds).filter { loudness[$0] <= level * tolerance }
  }
}
