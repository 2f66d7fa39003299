import SingletonStressTesting
import Testing

/// The examples of `Tests/SingletonStressTests`, raced in a package that depends on this one. `scripts/try-as-client`
/// expects the first suite to fail in every test, and the second one in none.
@Suite struct Broken {
  @Test func lazyProperty() async throws {
    expectSingleton(
      try await stress {
        LazyOwner()
      } access: {
        $0.thing
      })
  }

  @Test func oneLook() async throws {
    expectSingleton(
      try await stress {
        LookingOwner()
      } access: {
        $0.thing
      })
  }

  @Test func flag() async throws {
    expectSingleton(
      try await stress {
        FlaggedOwner()
      } access: {
        $0.thing
      })
  }

  @Test func publishedEarly() async throws {
    expectSingleton(try await stress(fresh: { EarlyOwner() }, isWhole: { $0.isConfigured }, access: { $0.settings }))
  }

  @Test func triedLock() async throws {
    expectSingleton(
      try await stress {
        TryingOwner()
      } access: {
        $0.thing
      })
  }

  @Test func reentrantActor() async throws {
    expectSingleton(
      try await stress {
        ReentrantOwner()
      } awaiting: {
        await $0.thing
      })
  }

  @Test func unguardedGlobal() async throws {
    expectSingleton(try await stressOncePerProcess { UnguardedGlobal.thing })
  }
}

@Suite struct Right {
  @Test func lock() async throws {
    expectSingleton(
      try await stress {
        LockedOwner()
      } access: {
        $0.thing()
      })
  }

  @Test func firstToPublish() async throws {
    expectSingleton(
      try await stress {
        PublishingOwner()
      } access: {
        $0.thing
      })
  }

  @Test func anActor() async throws {
    expectSingleton(
      try await stress {
        ActorOwner()
      } awaiting: {
        await $0.thing
      })
  }

  @Test func staticLet() async throws {
    expectSingleton(try await stressOncePerProcess { Once.thing })
  }

  @Test func staticLetOfSixtyFour() async throws {
    expectSingleton(
      try await stressOncePerProcess(named: "Once.thing", settings: StressSettings(threads: 64)) { Once.thing })
  }
}
