import SingletonCore
import SingletonStressEngine
import Testing

@Suite struct `The host` {
  @Test func `the host's facts are known, and the same each time`() {
    let facts = HostInfo.ofThisMachine()
    for text in [facts.os, facts.arch, facts.swiftVersion] { #expect(!text.isEmpty) }
    #expect(facts.cores >= 1)
    #expect(["debug", "release"].contains(facts.build))
    #expect(facts.fingerprint == HostInfo.ofThisMachine().fingerprint)
  }

  @Test func `the speed of this machine is measured, as far as it has two cores`() throws {
    let speed = MachineSpeed.measured(cores: 1)
    #expect(try #require(speed.dependentLoad) > 0)
    #expect(speed.lineWay == nil)
    // The threads may not run at the same time.
    if let way = MachineSpeed.measured(cores: 2).lineWay { #expect(way > 0) }
  }
}
