import SingletonCore
import Synchronization
import Testing

/// Counts of trials whose every result is known.
@Suite(.serialized) struct `Counting of known trials` {
  private static let rounds: UInt64 = 40
  /// A multiple of the number of scripts, and more than one sweep.
  private static let trials = rounds * UInt64(Script.allCases.count)

  @Test(arguments: [1, 2, 8, 64], [nil, 1, 5, 64])
  func `counters are exact, with any number of threads and cells`(threads: Int, cells: Int?) throws {
    ScriptedStrategy.begun.store(0, ordering: .relaxed)
    let tally = try Row(ScriptedStrategy.self, threads: threads, trials: Self.trials, cells: cells).tally()
    for counter in Counter.allCases {
      #expect(tally[counter] == Self.expected(threads: UInt64(threads))[counter], "\(counter)")
    }
    #expect(tally.trialsByInstances == Self.expected(threads: UInt64(threads)).trialsByInstances)
    #expect(tally.trialsByInstances.values.reduce(0, +) == tally[.trials])
  }

  /// A single thread can neither create a second instance nor initialize again.
  private static func expected(threads: UInt64) -> Tally {
    let (rounds, others) = (rounds, threads - 1)
    var tally = Tally()
    tally[.trials] = trials
    tally[.accesses] = trials * threads
    tally[.instances] = rounds * (5 + threads)
    tally[.instancesMax] = threads
    // Nothing, several, and one for each of the other scripts.
    tally.trialsByInstances = [0: rounds, 1: 5 * rounds]
    tally.count(rounds, instances: threads)
    // One for each of healthy, initialized again, wrong payload and wrong class, and none for half-built.
    tally[.inits] = rounds * (4 + threads + others)
    tally[.talliedInits] = tally[.inits]
    tally[.lifetimes] = rounds * 6
    tally[.reinits] = rounds * others
    tally[.halfBuilt] = rounds * 2 * threads
    tally[.nilResults] = rounds * threads
    tally[.wrongClass] = rounds * threads
    tally[.liveMax] = threads
    tally[.multiInstanceTrials] = others > 0 ? rounds : 0
    // Half-built, wrong payload, nothing and wrong class, and two scripts that need a second thread to violate.
    tally[.violatingTrials] = rounds * (others > 0 ? 6 : 4)
    return tally
  }
}
