import Outcomes
import Testing

@Suite struct `A tally` {
  private func tally(_ counters: KeyValuePairs<Counter, UInt64>) -> Tally {
    counters.reduce(into: Tally()) { $0[$1.key] = $1.value }
  }

  @Test(arguments: Counter.allCases) func `adds what is summed, and keeps the largest of what is a maximum`(
    counter: Counter
  ) {
    var sum = tally([counter: 3])
    sum.merge(tally([counter: 4]))
    #expect(sum == tally([counter: counter.merge == .maximum ? 4 : 7]))
  }

  @Test func `has maxima only where a sum would mean nothing`() {
    #expect(Counter.allCases.filter { $0.merge == .maximum } == [.instancesMax, .liveMax])
  }

  @Test func `counts entries beyond one for each lifetime, of whole sweeps only`() {
    #expect(tally([.inits: 9, .talliedInits: 7, .lifetimes: 5]).initReentries == 2)
    #expect(tally([.inits: 9, .talliedInits: 4, .lifetimes: 5]).initReentries == 0)
  }

  @Test func `has no rate without a trial`() {
    #expect(tally([:]).violationRate == nil)
    #expect(tally([.trials: 8, .violatingTrials: 2]).violationRate == 0.25)
  }
}

@Suite struct `A fingerprint` {
  private func facts(os: String = "a", arch: String = "b", cores: Int = 2, build: String = "release") -> HostFacts {
    HostFacts(os: os, arch: arch, cpuModel: "c", cores: cores, swiftVersion: "6.3", build: build, sanitizer: "")
  }

  @Test func `is equal where the facts are, and says which they are to nobody`() {
    #expect(facts().fingerprint == facts().fingerprint)
    #expect(facts().fingerprint.wholeMatch(of: /[0-9a-f]{16}/) != nil)
    let others = [facts(os: "x"), facts(arch: "x"), facts(cores: 3), facts(build: "debug"), facts(os: "ab", arch: "")]
    #expect(Set(([facts()] + others).map(\.fingerprint)).count == others.count + 1)
  }
}
