import SingletonStress
import Synchronization
import Testing

extension Trait where Self == ConditionTrait {
  /// What races in copies of this process, where it can be copied.
  static var copiesThisProcess: Self {
    .enabled(if: Isolation.obstacle == nil, Comment(rawValue: Isolation.obstacle ?? ""))
  }
}

extension StressSettings {
  static var oneInitialization: StressSettings {
    StressSettings(requiresOneInitialization: true)
  }
}

/// Most may also crash, which in this process would end the tests.
@Suite(.copiesThisProcess) struct `Broken accessors are caught` {
  @Test func `a lazy property, by a crash or by two instances`() async throws {
    let result = try await stress {
      LazyOwner()
    } access: {
      $0.thing
    }
    #expect(result.verdict == .broken, "\(result)")
    #expect(result.mostInstances == 2 || result.crashes > 0)
    #expect(result.description.hasPrefix("LazyOwner in \(#function) is broken: "))
  }

  @Test func `one look without a lock`() async throws {
    let result = try await stress(named: "look") {
      LookingOwner()
    } access: {
      $0.thing
    }
    #expect(result.verdict == .broken, "\(result)")
  }

  @Test func `a flag that is set before there is an instance`() async throws {
    let result = try await stress {
      FlaggedOwner()
    } access: {
      $0.thing
    }
    #expect(result.verdict == .broken && (result.nils > 0 || result.crashes > 0), "\(result)")
  }

  @Test func `an instance that is published before it is configured`() async throws {
    let result = try await stress(
      fresh: { EarlyOwner() }, isWhole: { $0.isConfigured }, access: { $0.settings })
    #expect(result.verdict == .broken, "\(result)")
    #expect(result.halfBuilt > 0 && result.mostInstances == 1 || result.crashes > 0)
  }

  @Test func `a lock that is given up if it is not free`() async throws {
    let result = try await stress {
      TryingOwner()
    } access: {
      $0.thing
    }
    #expect(result.verdict == .broken && result.nils > 0 && result.mostInstances == 1, "\(result)")
  }

  @Test func `an actor that lets go of itself between look and store`() async throws {
    let result = try await stress {
      ReentrantOwner()
    } awaiting: {
      await $0.thing
    }
    #expect(result.verdict == .broken && result.mostInstances == 2, "\(result)")
  }

  @Test func `a global that nothing guards`() async throws {
    let result = try await stressOncePerProcess { UnguardedGlobal.thing }
    #expect(result.verdict == .broken, "\(result)")
  }

  @Test func `one look without a lock, for an object that holds a value`() async throws {
    let result = try await stress {
      LookingForObjectOwner()
    } access: {
      $0.object
    }
    #expect(result.verdict == .broken, "\(result)")
  }

  @Test func `two initializations, if only one is allowed`() async throws {
    let result = try await stress(settings: .oneInitialization) {
      PublishingOwner()
    } access: {
      $0.thing
    }
    #expect(result.verdict == .broken && result.mostInstances == 1, "\(result)")
    #expect(result.description.contains("initialized more than once"))
  }
}

/// On a busy machine a race may be too weak, so that alone is no failure.
@Suite struct `Right accessors are not blamed` {
  @Test func `a lock around the look and the store`() async throws {
    let result = try await stress {
      LockedOwner()
    } access: {
      $0.thing()
    }
    #expect(result.verdict != .broken && result.violatingTrials == 0, "\(result)")
    let control = try #require(result.control)
    #expect(result.isSingleton == (control.violatingTrials >= control.neededTrials), "\(result)")
    #expect(
      result.description.hasPrefix(
        "LockedOwner in \(#function)" + (result.isSingleton ? " is sound as far as seen on " : ": too weak"))
    )
  }

  @Test func `a class behind a protocol`() async throws {
    let result = try await stress {
      ServiceOwner(SharedService())
    } access: {
      $0.service as AnyObject
    }
    #expect(result.verdict != .broken, "\(result)")
  }

  @Test func `a struct that was made an object once`() async throws {
    let result = try await stress {
      ServiceOwner(SharedService(), object: CopiedService() as AnyObject)
    } access: {
      $0.object
    }
    #expect(result.verdict != .broken, "\(result)")
  }

  @Test func `the first to publish`() async throws {
    let result = try await stress {
      PublishingOwner()
    } access: {
      $0.thing
    }
    #expect(result.verdict != .broken, "\(result)")
    #expect(result.initializations > result.trials)
    #expect(result.deinitializations == result.initializations)
  }

  @Test func `an actor`() async throws {
    let result = try await stress {
      ActorOwner()
    } awaiting: {
      await $0.thing
    }
    #expect(result.verdict != .broken, "\(result)")
  }

  @Test(.copiesThisProcess) func `a static let`() async throws {
    let result = try await stressOncePerProcess { Once.thing }
    #expect(result.verdict != .broken, "\(result)")
  }

  @Test(.copiesThisProcess) func `a static let with sixty-four threads`() async throws {
    let result = try await stressOncePerProcess(named: "once", settings: StressSettings(threads: 64)) { Once.counted }
    #expect(result.verdict != .broken && result.initializations == result.trials, "\(result)")
  }
}
