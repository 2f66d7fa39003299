/// Everything that one thread of a replicated program can do, as a finite automaton over the values in memory.
///
/// The thread is run again and again, each time on other values, until it has met every value that its locations can
/// hold. States from which the same can happen are one state, so a value that the thread has read and forgotten does
/// not multiply the states.
struct ThreadAutomaton: Equatable {
  struct Transition: Hashable {
    /// The value that the thread reads; `nil` if any value will do that satisfies the operation's condition.
    let found: UInt?
    /// The value that the thread writes; `nil` if it writes nothing, or what its operation makes of the value read.
    let written: UInt?
    let next: Int
  }

  struct State: Hashable {
    var phase = 0
    /// The operation that the thread is about to perform, without what its transitions say; `nil` at the end.
    var operation: Operation?
    var transitions: [Transition] = []
    var outcome: ThreadOutcome
    /// What the thread has added so far to each counter.
    var added: [Int: Int] = [:]
    /// The states in one of which the thread begins the next phase; none before the thread has finished this one, and
    /// after the last.
    var later: [Int] = []

    var writes: Bool { operation.map { $0.kind != .load } ?? false }
    var location: Int? { operation.map { Int($0.location) } }
  }

  /// How threads use a location: `nil` unless every thread enters and leaves it as a lock.
  enum Lock { case exclusive, shared }

  var states: [State] = []
  /// The states in which the marked thread, and each other thread, begins.
  var markedStarts: [Int] = []
  var otherStarts: [Int] = []
  /// For each phase but the only one, the state of a thread that does nothing, which stands for a thread that does not
  /// exist: all that exist finish a phase before any begins the next.
  var absent: [Int] = []
  /// The states in which a preparing thread begins, if its instances are marked and if they are not.
  var markedPreparations: [Int] = []
  var otherPreparations: [Int] = []
  /// The values that each location may hold, as far as threads look at them.
  var domains: [Int: Set<UInt>] = [:]
  /// The locations that may hold values beyond their domain.
  var openDomains: Set<Int> = []
  /// The locations that are added to without a look at the sum.
  var counters: Set<Int> = []
  var locks: [Int: Lock] = [:]
  var initialValues: [Int: UInt] = [:]
  /// The locations that are parts of the marked instances.
  var parts: Set<Int> = []

  /// The value of a location whose lifetime has ended.
  static var freed: UInt { 0xf4ee_d0_dead_f4ee_d0 }
  /// The breach that a thread shows that has failed.
  static var failure: UInt { 1 << (UInt.bitWidth - 1) }

  /// Returns the states that a thread can be in after it began in one of `starts`.
  func reachable(from starts: [Int]) -> Set<Int> {
    var reached = Set(starts)
    var open = starts
    while let state = open.popLast() {
      for next in states[state].transitions.map(\.next) + states[state].later where reached.insert(next).inserted {
        open.append(next)
      }
    }
    return reached
  }
}
