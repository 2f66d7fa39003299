import SingletonCore
import SingletonPlatform
import Testing

@testable import SingletonStressEngine

@Suite struct `Child configurations` {
  @Test(arguments: ChildConfiguration.Mode.allCases, Scenario.allCases)
  func `a child's configuration is read back from its arguments`(mode: ChildConfiguration.Mode, scenario: Scenario) {
    let costs: [InitializerCost] = [.none, .yield, .busy(.nanoseconds(501)), .sleep(.nanoseconds(1_000_001))]
    for cost in costs {
      var configuration = ChildConfiguration.counting(threads: 255, scenario: scenario, mode: mode)
      configuration.demand = .any([.instances, .halfBuilt])
      configuration.quietFloor = 0.1 + 0.2
      configuration.settings.trials = 1_000_000_000_000
      configuration.settings.time = .seconds(86_400)
      configuration.settings.timeout = .milliseconds(1_500)
      configuration.initializerCost = cost
      #expect(ChildConfiguration(arguments: configuration.arguments) == configuration)
    }
  }

  @Test func `a child reads each request that its parent sends, until the parent has gone`() throws {
    let pipe = try Pipe()
    let configurations = ChildConfiguration.Mode.allCases.map { ChildConfiguration.counting(threads: 64, mode: $0) }
    configurations.forEach { ChildRequest($0).send(to: pipe.writeEnd) }
    closeDescriptor(pipe.writeEnd)
    for configuration in configurations {
      let request = try #require(ChildRequest.next(at: pipe.readEnd))
      #expect(ChildRequest.configuration(of: request) == configuration)
    }
    #expect(ChildRequest.next(at: pipe.readEnd) == nil)
    closeDescriptor(pipe.readEnd)
  }

  @Test func `a child that serves requests needs no strategy of its own`() {
    let serving = ChildConfiguration.serving(threads: 64)
    #expect(ChildConfiguration(arguments: serving.arguments) == serving)
    #expect(!serving.isServed)
  }

  @Test(arguments: ["--mode=no", "--scenario=no", "--threads=0", "--cores=x", "--demand=", "--no", "word"])
  func `malformed arguments give no configuration`(argument: String) {
    let arguments = ChildConfiguration.counting().arguments
    #expect(ChildConfiguration(arguments: arguments) != nil)
    #expect(ChildConfiguration(arguments: arguments + [argument]) == nil)
  }

  @Test(arguments: ["--strategy", "--threads"])
  func `arguments without a strategy or a number of threads give no configuration`(name: String) {
    let arguments = ChildConfiguration.counting().arguments.filter { !$0.hasPrefix(name) }
    #expect(ChildConfiguration(arguments: arguments) == nil)
  }

  @Test func `a sound row goes on until it has enough trials to say anything, but not for ever`() {
    let row = ChildConfiguration()
    let time = row.settings.time.nanoseconds
    func isDone(after nanoseconds: UInt64, trials: UInt64) -> Bool {
      row.isDone(after: nanoseconds, trials: trials) {
        var tally = Tally()
        tally[.trials] = trials
        return tally
      }
    }
    #expect(!isDone(after: time - 1, trials: Verdict.leastTrials))
    #expect(isDone(after: time, trials: Verdict.leastTrials))
    #expect(!isDone(after: time, trials: Verdict.leastTrials - 1))
    #expect(isDone(after: 10 * time, trials: Verdict.leastTrials - 1))
  }

  @Test func `a row that ends once shown ends with its defect, or with its time`() {
    var row = ChildConfiguration()
    row.settings.endsOnceShown = true
    row.demand = .all([.nilResults])
    func isDone(after nanoseconds: UInt64, nilResults: UInt64) -> Bool {
      row.isDone(after: nanoseconds, trials: 1) {
        var tally = Tally()
        tally[.nilResults] = nilResults
        return tally
      }
    }
    let time = row.settings.time.nanoseconds
    #expect(isDone(after: 1, nilResults: 1))
    #expect(!isDone(after: time - 1, nilResults: 0))
    #expect(isDone(after: time, nilResults: 0))
    row.demand = .sound
    #expect(!isDone(after: time - 1, nilResults: 1), "a sound row has nothing to show before its time is over")
    #expect(
      ChildConfiguration(arguments: row.arguments + ["--strategy=mutex", "--threads=2"])?.settings == row.settings)
  }
}
