import Core
import Synchronization
import Testing

/// Counts trials whose every result is known.
@Suite(.serialized) struct `Counting of known trials` {
  /// A multiple of the scripts, and more than one sweep.
  private static let rounds: UInt64 = 40
  private static let trials = rounds * UInt64(Script.allCases.count)

  @Test(arguments: [1, 2, 8, 64], [nil, 1, 5, 64])
  func `counters show exactly what happened, with any number of threads and cells`(threads: Int, cells: Int?) throws {
    ScriptedStrategy.begun.store(0, ordering: .relaxed)
    let tally = try Row(ScriptedStrategy.self, threads: threads, trials: Self.trials, cells: cells).tally()
    for counter in Counter.allCases {
      #expect(tally[counter] == Self.expected(threads: UInt64(threads))[counter], "\(counter)")
    }
  }

  /// A single thread can neither create a second instance nor initialize again.
  private static func expected(threads: UInt64) -> Tally {
    let (rounds, others) = (rounds, threads - 1)
    var tally = Tally()
    tally[.trials] = trials
    tally[.accesses] = trials * threads
    tally[.instances] = rounds * (5 + threads)
    tally[.instancesMax] = threads
    // One each of healthy, initialized again, wrong payload, wrong class; the half-built one has none.
    tally[.inits] = rounds * (4 + threads + others)
    tally[.talliedInits] = tally[.inits]
    tally[.lifetimes] = rounds * 6
    tally[.reinits] = rounds * others
    tally[.halfBuilt] = rounds * 2 * threads
    tally[.nilResults] = rounds * threads
    tally[.wrongClass] = rounds * threads
    tally[.liveMax] = threads
    tally[.multiInstanceTrials] = others > 0 ? rounds : 0
    // Half-built, wrong payload, nothing, wrong class; and two that need a second thread.
    tally[.violatingTrials] = rounds * (others > 0 ? 6 : 4)
    return tally
  }
}
