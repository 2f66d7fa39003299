import SingletonCore
import SingletonStrategyKit
import Testing

/// A number of releases.
private protocol Releases: Sendable { static var count: Int { get } }

private enum OneRelease: Releases { static let count = 1 }
private enum ThreeReleases: Releases { static let count = 3 }

/// A strategy that hands out instances that are already dead, a new one for each access.
private struct ShortLived<R: Releases>: Strategy {
  typealias B = NativeBackend
  private let lock: NativeLock

  init(_ cell: inout NativeCell) { lock = cell.lock() }

  func shared(_ caller: NativeCaller) -> NativeInstance? {
    lock.whileHeld {
      let instance = caller.make()
      for _ in 0..<R.count { caller.release(instance) }
      return instance
    }
  }

  static var traits: Traits { [.endsLives] }
  static var info: StrategyInfo { StrategyInfo(id: "short-lived", idea: "", expects: [.reacquire: .sound]) }
}

/// A strategy that hands out one instance, and refuses construction.
private struct Strict: Strategy {
  typealias B = NativeBackend
  private let lock: NativeLock
  private let instance: Variable<NativeBackend>

  init(_ cell: inout NativeCell) {
    lock = cell.lock()
    instance = cell.variable()
  }

  func shared(_ caller: NativeCaller) -> NativeInstance? {
    lock.whileHeld {
      if instance.load() == nil { instance.store(caller.make()) }
      return instance.load()
    }
  }

  func construct(_ caller: NativeCaller) throws(Refusal) -> NativeInstance? { throw Refusal() }
  static var info: StrategyInfo { StrategyInfo(id: "strict", idea: "", expects: [.subclass: .sound]) }
}

/// A strategy whose owner never lets go of the instance that it has built.
private struct Hoarding: Strategy {
  typealias B = NativeBackend
  private let instance: Variable<NativeBackend>

  init(_ cell: inout NativeCell) { instance = cell.variable() }
  func prepare(_ caller: NativeCaller) { instance.store(caller.make()) }
  func shared(_ caller: NativeCaller) -> NativeInstance? { instance.load() }
  func tearDown(_ caller: NativeCaller) {}
  static var traits: Traits { [.prepares, .hasOwners] }
  static var info: StrategyInfo { StrategyInfo(id: "hoarding", idea: "", expects: [.teardown: .sound]) }
}

/// A strategy whose accessor refuses everybody.
private struct Closed: Strategy {
  typealias B = NativeBackend

  init(_ cell: inout NativeCell) { _ = cell.plainMemory() }
  func shared(_ caller: NativeCaller) throws(Refusal) -> NativeInstance? { throw Refusal() }
  static var info: StrategyInfo { StrategyInfo(id: "closed", idea: "", expects: [.firstAccess: .sound]) }
}

/// A strategy of two classes that creates an instance for each access to either, so that a reentrant initializer runs
/// inside another.
private struct BuildsEither: Strategy {
  typealias B = NativeBackend

  init(_ cell: inout NativeCell) { _ = cell.plainMemory() }
  func shared(_ caller: NativeCaller) -> NativeInstance? { caller.make() }
  func sharedByChild(_ caller: NativeCaller) -> NativeInstance? { caller.make(.child) }
  static var info: StrategyInfo { StrategyInfo(id: "builds-either", idea: "", expects: [.reentrant: .sound]) }
}

@Suite struct `Counting of lifetimes, classes and refusals` {
  private static let trials: UInt64 = 300

  private func expect(_ tally: Tally, counts expected: [Counter: UInt64]) {
    for counter in Counter.allCases where counter != .talliedInits {
      #expect(tally[counter] == expected[counter] ?? 0, "\(counter)")
    }
  }

  @Test(arguments: [1, 2, 8, 64]) func `the uses of dead instances are counted`(threads: Int) throws {
    try expectCounts(of: ShortLived<OneRelease>.self, threads: threads)
  }

  @Test(arguments: [1, 2, 8, 64])
  func `the uses of dead instances are counted if they were released too often`(threads: Int) throws {
    try expectCounts(of: ShortLived<ThreeReleases>.self, threads: threads)
  }

  private func expectCounts<R>(of strategy: ShortLived<R>.Type, threads: Int) throws {
    let tally = try Row(strategy, .reacquire, threads: threads, trials: Self.trials).tally()
    let accesses = 4 * UInt64(threads)
    expect(
      tally,
      counts: [
        .trials: Self.trials, .accesses: Self.trials * accesses, .violatingTrials: Self.trials,
        .instances: Self.trials * accesses, .instancesMax: accesses, .inits: Self.trials * accesses,
        .lifetimes: Self.trials * accesses, .deinits: Self.trials * accesses, .liveMax: 1,
        // The retain of each access, and the use after it.
        .usedAfterDestroy: Self.trials * accesses * 2,
      ])
    #expect(tally.initReentries == 0)
  }

  @Test(arguments: [1, 2, 8, 64]) func `initializers that run inside another are counted`(threads: Int) throws {
    let tally = try Row(BuildsEither.self, .reentrant, threads: threads, trials: Self.trials).tally()
    let threads = UInt64(threads)
    expect(
      tally,
      counts: [
        .trials: Self.trials, .accesses: Self.trials * 2 * threads, .violatingTrials: Self.trials,
        .multiInstanceTrials: Self.trials, .instances: Self.trials * 2 * threads, .instancesMax: 2 * threads,
        .inits: Self.trials * 2 * threads, .nestedInits: Self.trials * threads, .lifetimes: Self.trials,
        .liveMax: 2 * threads,
      ])
    #expect(tally.initReentries == Self.trials * (2 * threads - 1))
  }

  @Test(arguments: [1, 2, 8, 64]) func `refused constructions are counted`(threads: Int) throws {
    let tally = try Row(Strict.self, .mixedConstruction, threads: threads, trials: Self.trials).tally()
    let refused = UInt64(threads / 2)
    expect(
      tally,
      counts: [
        .trials: Self.trials, .accesses: Self.trials * (UInt64(threads) - refused), .refused: Self.trials * refused,
        .instances: Self.trials, .instancesMax: 1, .inits: Self.trials, .lifetimes: Self.trials, .liveMax: 1,
      ])
  }

  @Test(arguments: [1, 2, 8, 64]) func `an instance that outlives all its callers is counted`(threads: Int) throws {
    let tally = try Row(Hoarding.self, .teardown, threads: threads, trials: Self.trials).tally()
    // The thread that tears down asks twice, all others four times.
    let accesses = 4 * UInt64(threads - 1) + 2
    expect(
      tally,
      counts: [
        .trials: Self.trials, .accesses: Self.trials * accesses, .violatingTrials: Self.trials,
        .leaked: Self.trials * accesses, .instances: Self.trials, .instancesMax: 1, .inits: Self.trials,
        .lifetimes: Self.trials, .liveMax: 1,
      ])
  }

  @Test(arguments: [1, 2, 8, 64]) func `an accessor that refuses breaks the promise`(threads: Int) throws {
    let tally = try Row(Closed.self, .firstAccess, threads: threads, trials: Self.trials).tally()
    expect(
      tally,
      counts: [
        .trials: Self.trials, .violatingTrials: Self.trials, .refused: Self.trials * UInt64(threads),
      ])
  }

  @Test(arguments: [1, 2, 8, 64])
  func `the initializers of two classes ask for each other, and end with a nested one`(threads: Int) throws {
    let tally = try Row(BuildsEither.self, .mutualInitialization, threads: threads, trials: Self.trials).tally()
    let all = UInt64(threads)
    #expect(tally[.accesses] == Self.trials * 3 * all && tally[.inits] == Self.trials * 3 * all)
    #expect(tally[.nestedInits] == Self.trials * all && tally[.wrongClass] == 0)
    #expect(tally[.violatingTrials] == Self.trials && tally[.instancesMax] == 3 * all)
  }

  @Test(arguments: [1, 2, 8, 64]) func `results of the wrong class are counted`(threads: Int) throws {
    let tally = try Row(Strict.self, .subclass, threads: threads, trials: Self.trials).tally()
    let children = UInt64(threads / 2)
    expect(
      tally,
      counts: [
        .trials: Self.trials, .accesses: Self.trials * UInt64(threads), .wrongClass: Self.trials * children,
        .violatingTrials: children > 0 ? Self.trials : 0, .instances: Self.trials, .instancesMax: 1,
        .inits: Self.trials, .lifetimes: Self.trials, .liveMax: 1,
      ])
  }
}
