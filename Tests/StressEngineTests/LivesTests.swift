import Outcomes
import Testing

@testable import Strategies
@testable import StressEngine

/// Hands out instances that are dead already, one after another.
private struct ShortLived: Strategy {
  typealias W = NativeWorld
  private let lock: NativeLock

  init(_ cell: inout NativeCell) { lock = cell.lock() }

  func shared(_ caller: NativeCaller) -> NativeInstance? {
    lock.whileHeld {
      let instance = caller.make()
      caller.release(instance)
      return instance
    }
  }

  static var traits: Traits { [.endsLives] }
  static var card: Card { Card(id: "short-lived", idea: "", expects: [.reacquire: .sound]) }
}

/// Builds at each access, so that an initialiser that asks again is inside another.
private struct BuildsAlways: Strategy {
  typealias W = NativeWorld

  init(_ cell: inout NativeCell) { _ = cell.plainMemory() }
  func shared(_ caller: NativeCaller) -> NativeInstance? { caller.make() }
  static var card: Card { Card(id: "builds-always", idea: "", expects: [.reentrant: .sound]) }
}

/// One instance for everybody, and an answer of its own for those who construct or ask for the child.
private struct Strict: Strategy {
  typealias W = NativeWorld
  private let lock: NativeLock
  private let instance: Variable<NativeWorld>

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
  static var card: Card { Card(id: "strict", idea: "", expects: [.subclass: .sound]) }
}

@Suite struct `Lives, classes and refusals` {
  private static let trials: UInt64 = 300

  private func expect(_ tally: Tally, counts expected: [Counter: UInt64]) {
    for counter in Counter.allCases where counter != .talliedInits {
      #expect(tally[counter] == expected[counter] ?? 0, "\(counter)")
    }
  }

  @Test(arguments: [1, 2, 8, 64]) func `are counted where instances end before they are used`(threads: Int) throws {
    let tally = try Row(ShortLived.self, .reacquire, threads: threads, trials: Self.trials).tally()
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

  @Test(arguments: [1, 2, 8, 64]) func `are counted where an initialiser is inside another`(threads: Int) throws {
    let tally = try Row(BuildsAlways.self, .reentrant, threads: threads, trials: Self.trials).tally()
    let threads = UInt64(threads)
    expect(
      tally,
      counts: [
        .trials: Self.trials, .accesses: Self.trials * 2 * threads, .violatingTrials: Self.trials,
        .crowdedTrials: Self.trials, .instances: Self.trials * 2 * threads, .instancesMax: 2 * threads,
        .inits: Self.trials * 2 * threads, .nestedInits: Self.trials * threads, .lifetimes: Self.trials,
        .liveMax: 2 * threads,
      ])
    #expect(tally.initReentries == Self.trials * (2 * threads - 1))
  }

  @Test(arguments: [1, 2, 8, 64]) func `are counted where every other thread is refused`(threads: Int) throws {
    let tally = try Row(Strict.self, .mixedConstruction, threads: threads, trials: Self.trials).tally()
    let refused = UInt64(threads / 2)
    expect(
      tally,
      counts: [
        .trials: Self.trials, .accesses: Self.trials * (UInt64(threads) - refused), .refused: Self.trials * refused,
        .instances: Self.trials, .instancesMax: 1, .inits: Self.trials, .lifetimes: Self.trials, .liveMax: 1,
      ])
  }

  @Test(arguments: [1, 2, 8, 64]) func `are counted where a child gets what is its parent's`(threads: Int) throws {
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
