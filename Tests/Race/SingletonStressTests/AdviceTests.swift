import SingletonPlatform
import Synchronization
import Testing

@testable import SingletonStress

@Suite struct `Advice after a race` {
  @Test func `slow trials that make a race too weak get a time that is long enough`() throws {
    let control = StressResult.Control(trials: 95, violatingTrials: 25, neededTrials: 100)
    let slow = try #require(
      SlowTrials(
        trials: 95, control: control, duration: .milliseconds(9_975), setting: .milliseconds(200), longest: .seconds(10)
      ))
    // Four times as many catches take 40 s, and a quarter more 50 s, of which a fiftieth is to be asked for.
    let few = "because the initializer waits or other work keeps the cores busy, so there was time for few"
    #expect(
      slow.advice("swift test --filter T")
        == "A trial takes 105 ms, \(few). To look longer: STRESS_TIME=1s swift test --filter T")
    let never = StressResult.Control(trials: 10, violatingTrials: 0, neededTrials: 100)
    let slower = try #require(
      SlowTrials(trials: 10, control: never, duration: .seconds(10), setting: .milliseconds(200), longest: .seconds(10))
    )
    #expect(
      slower.advice(nil)
        == "A trial takes 1000 ms, \(few); let it wait less in the test, or try again when that work has ended")
    let many = StressResult.Control(trials: 12_712, violatingTrials: 4, neededTrials: 100)
    #expect(
      SlowTrials(
        trials: 12_712, control: many, duration: .seconds(10), setting: .milliseconds(200), longest: .seconds(10))
        == nil)
  }

  /// The second access finds the lock as the first has left it, after other trials have ended.
  @Test(.copiesThisProcess) func `a hang after trials that ended is not blamed on threads that a copy lacks`()
    async throws
  {
    let count = Countdown()
    let result = try await stress(settings: StressSettings(hangTimeout: .milliseconds(300))) {
      HangingOwner(count)
    } access: {
      $0.thing
    }
    #expect(result.isHung && result.verdict == .broken, "\(result)")
    #expect(!result.description.contains("Dispatch"), "\(result)")
  }
}

/// The number of accesses of this process that return.
private final class Countdown: Sendable {
  let left = Atomic(4)
}

private final class HangingOwner: Sendable {
  private let count: Countdown
  private let made = Thing()
  init(_ count: Countdown) { self.count = count }

  var thing: Thing {
    while count.left.subtract(1, ordering: .relaxed).newValue < 0 { usleep(1_000_000) }
    return made
  }
}
