import SingletonStressTesting
import Testing

/// The examples of `Tests/Race/SingletonStressTests`, raced in a package that depends on this one. `scripts/try-as-client`
/// expects the suites `Broken` and `Unfresh` to fail in every test, and `Right` in none.
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

  @Test func touchedGlobal() async throws {
    _ = Touched.thing
    expectSingleton(try await stressOncePerProcess { Touched.thing })
  }

  @Test func unguardedGlobal() async throws {
    expectSingleton(try await stressOncePerProcess { UnguardedGlobal.thing })
  }
}

/// Races that cannot catch anything, whether the accessor is broken or right: the instance was made before.
@Suite struct Unfresh {
  @Test func touchedByOwners() async throws {
    expectSingleton(
      try await stress {
        1
      } access: { _ in
        Touched.right
      })
  }

  @Test func touchedAndCaptured() async throws {
    let right = Touched.right
    expectSingleton(try await stressOncePerProcess { right })
  }
}

/// A global that nothing guards, and one that is right, which this process asks for before their races.
private enum Touched {
  nonisolated(unsafe) private static var made: Thing?
  static let right = Thing()

  static var thing: Thing {
    if made == nil { made = Thing() }
    return made!
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

  @Test func touchedStaticLet() async throws {
    _ = Touched.right
    expectSingleton(try await stressOncePerProcess { Touched.right })
  }

  @Test func staticLetOfSixtyFour() async throws {
    expectSingleton(
      try await stressOncePerProcess(named: "Once.thing", settings: StressSettings(threads: 64)) { Once.thing })
  }
}
