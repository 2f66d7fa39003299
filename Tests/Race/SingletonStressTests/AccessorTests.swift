import SingletonPlatform
import SingletonStress
import Testing

@Suite struct `Accessors that throw` {
  @Test(arguments: [Isolation.automatic, .inProcess])
  func `an error is a result, with its text`(isolation: Isolation) async throws {
    let result = try await stress(settings: StressSettings(isolation: isolation)) {
      LockedOwner()
    } access: { owner -> Thing? in
      _ = owner.thing()
      throw MissingFile(path: "a.json\nb.json")
    }
    #expect(result.verdict == .broken && result.errors == 2 * result.trials && result.nils == 0, "\(result)")
    #expect(result.firstError == "MissingFile(path: \"a.json\\nb.json\")", "\(result)")
    #expect(result.description.contains(/an error [\d,]+ times \(MissingFile\(path: .*\)\);/), "\(result)")
    #expect(result.mostInstances == 0 && !result.description.contains("initialized more than once"))
  }

  @Test func `what throws when it is awaited`() async throws {
    let result = try await stress {
      ActorOwner()
    } awaiting: { owner -> Thing? in
      _ = await owner.thing
      throw MissingFile(path: "a.json")
    }
    #expect(result.verdict == .broken && result.errors == 2 * result.trials, "\(result)")
  }

  @Test func `an accessor that may throw and does not is sound`() async throws {
    let result = try await stress {
      LockedOwner()
    } access: { owner -> Thing? in
      guard getpid() > 0 else { throw MissingFile(path: "") }
      return owner.thing()
    }
    #expect(result.verdict != .broken && result.errors == 0 && result.firstError == nil, "\(result)")
  }
}

struct MissingFile: Error {
  let path: String
}

@Suite struct `Owners of the main actor` {
  @MainActor private final class Model {
    private var made: Thing?

    var thing: Thing {
      if made == nil { made = Thing() }
      return made!
    }

    /// Another task asks between look and store.
    func makeLater() async -> Thing {
      if let made { return made }
      await Task.yield()
      let thing = Thing()
      made = thing
      return thing
    }
  }

  @Test func `an owner that the main actor makes, and that looks and stores in one step`() async throws {
    let result = try await stress(named: "model") { @MainActor in
      Model()
    } awaiting: {
      await $0.thing
    }
    #expect(result.verdict != .broken && result.trials > 0, "\(result)")
  }

  @Test func `a look and a store with an await between them`() async throws {
    let result = try await stress(named: "model") { @MainActor in
      Model()
    } awaiting: {
      await $0.makeLater()
    }
    #expect(result.verdict == .broken && result.mostInstances == 2, "\(result)")
  }
}

@Suite struct `What a result says of its time` {
  @Test func `its time is that of the race, without the turns of other races`() async throws {
    let settings = StressSettings(duration: .milliseconds(30), isolation: .inProcess, isControlled: false)
    let clock = ContinuousClock()
    let begun = clock.now
    // Nothing else can take a turn meanwhile, so the other race waits for this one.
    async let first = stress(settings: settings) {
      LockedOwner()
    } access: {
      $0.thing()
    }
    async let second = stress(settings: settings) {
      LockedOwner()
    } access: {
      $0.thing()
    }
    let both = try await first.duration + second.duration
    #expect(both <= clock.now - begun)
    #expect(try await first.duration >= .milliseconds(30))
    #expect(try await first.description.contains(/, in \d+\.\d s/))
  }

  @Test func `more threads than can meet are told to be fewer`() async throws {
    let settings = StressSettings(threads: 1_024, duration: .nanoseconds(1), isolation: .inProcess)
    let result = try await stress(settings: settings) {
      LockedOwner()
    } access: {
      $0.thing()
    }
    try #require(result.verdict == .tooWeak, "\(result)")
    #expect(result.advice(test: "T").hasSuffix(". To see more: STRESS_THREADS=2 swift test --filter T"))
  }

  @Test func `a race that had all its time does not ask for more`() async throws {
    let settings = StressSettings(duration: .nanoseconds(1), isolation: .inProcess)
    let result = try await stress(settings: settings) {
      LockedOwner()
    } access: {
      $0.thing()
    }
    try #require(result.verdict == .tooWeak, "\(result)")
    let advice = result.advice(test: "T")
    // A busy machine can interrupt the trial, which then takes as long as a slow initializer.
    if advice.hasPrefix("A trial takes ") { return }
    #expect(advice.contains("the longest time that these settings allow, 50ns"), "\(advice)")
  }
}
