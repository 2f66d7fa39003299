import SingletonCore
import Testing

@Suite struct `Tallies` {
  private func tally(_ counters: KeyValuePairs<Counter, UInt64>) -> Tally {
    counters.reduce(into: Tally()) { $0[$1.key] = $1.value }
  }

  @Test(arguments: Counter.allCases) func `merging adds sums, and keeps the larger of two maxima`(
    counter: Counter
  ) {
    var sum = tally([counter: 3])
    sum.merge(tally([counter: 4]))
    #expect(sum == tally([counter: counter.isMaximum ? 4 : 7]))
  }

  @Test func `only the instances and the live instances of one trial are maxima`() {
    #expect(Counter.allCases.filter(\.isMaximum) == [.instancesMax, .liveMax])
  }

  @Test func `re-entries are the entries beyond one per lifetime, in whole sweeps only`() {
    #expect(tally([.inits: 9, .talliedInits: 7, .lifetimes: 5]).initReentries == 2)
    #expect(tally([.inits: 9, .talliedInits: 4, .lifetimes: 5]).initReentries == 0)
  }

  @Test func `merging adds the trials with the same number of instances`() {
    var (one, other) = (Tally(), Tally())
    one.trialsByInstances = [1: 8, 2: 1]
    other.count(5, instances: 2)
    other.count(3, instances: 64)
    other.count(0, instances: 7)
    one.merge(other)
    #expect(one.trialsByInstances == [1: 8, 2: 6, 64: 3])
  }

  @Test func `without a trial there is no violation rate`() {
    #expect(tally([:]).violationRate == nil)
    #expect(tally([.trials: 8, .violatingTrials: 2]).violationRate == 0.25)
  }
}
