import SingletonPlatform
import SingletonStress
import Synchronization
import Testing

@testable import SingletonStress

/// What the process has itself is in its copies, too, so nothing is raced there. The accessors capture something, so that they
/// are not raced in exit tests instead.
@Suite(.copiesThisProcess) struct `Instances that this process already has` {
  private let process = getpid()

  @Test func `a broken static that another test has asked for is never sound`() async throws {
    #expect(!Neighborly.shared.token.isEmpty)
    for _ in 0..<5 {
      let result = try await stressOncePerProcess { [process] in process > 0 ? Neighborly.shared : nil }
      #expect(result.verdict == .tooWeak && result.weakness == .notFresh && result.trials == 0, "\(result)")
      #expect(result.unfreshTrials > 0 && result.control?.trials == 0, "\(result)")
    }
  }

  @Test func `the result says why, and what to do`() async throws {
    _ = Once.early
    let result = try await stressOncePerProcess(named: "early", settings: .oneInitialization) {
      [process] in process > 0 ? Once.early : nil
    }
    let count = result.unfreshTrials
    #expect(
      result.description.hasPrefix(
        "early: too weak to say anything: \(count) of \(count) \(count == 1 ? "copy" : "copies") of this process had the"
          + " instance before the race, because the process had already asked for it; 2 threads"), "\(result)")
    #expect(
      result.advice(test: "T")
        == "Race it in processes of its own, with a StressSubject and stressInExitTests of SingletonStressTesting, or"
        + " alone: swift test --filter T")
    #expect(result.description.hasSuffix("or alone, before anything else in the process asks for it"))
  }

  @Test func `a right static let that was asked for is neither broken nor sound`() async throws {
    _ = Touched.thing
    let result = try await stressOncePerProcess { [process] in process > 0 ? Touched.thing : nil }
    #expect(result.verdict == .tooWeak && result.weakness == .notFresh, "\(result)")
  }

  @Test func `a race ends soon after the first copies that are not fresh`() async throws {
    _ = Touched.thing
    let settings = StressSettings(duration: .milliseconds(1))
    let result = try await stressOncePerProcess(settings: settings) { [process] in process > 0 ? Touched.thing : nil }
    #expect(result.unfreshTrials == 1 && result.weakness == .notFresh, "\(result)")
  }

  @Test func `what was asked for and reset is raced anew`() async throws {
    let old = Resettable.thing
    let before = try await stressOncePerProcess(named: "before") { [process] in process > 0 ? Resettable.thing : nil }
    #expect(before.weakness == .notFresh, "\(before)")
    Resettable.reset()
    let after = try await stressOncePerProcess(named: "after") { [process] in process > 0 ? Resettable.thing : nil }
    #expect(after.verdict != .broken && after.trials > 0 && after.unfreshTrials == 0, "\(after)")
    withExtendedLifetime(old) {}
  }

  @Test func `a broken one that was asked for and reset is caught`() async throws {
    _ = ResettableUnguarded.thing
    ResettableUnguarded.reset()
    let result = try await stressOncePerProcess { ResettableUnguarded.thing }
    #expect(result.verdict == .broken && result.unfreshTrials == 0, "\(result)")
  }

  @Test func `an instance that its callers alone keep is raced, unless one of them is in this process`() async throws {
    let free = try await stressOncePerProcess(named: "free") { [process] in process > 0 ? Weakly.thing : nil }
    #expect(free.verdict != .broken && free.trials > 0 && free.unfreshTrials == 0, "\(free)")
    let kept = Weakly.thing
    let held = try await stressOncePerProcess(named: "held") { [process] in process > 0 ? Weakly.thing : nil }
    #expect(held.weakness == .notFresh && held.trials == 0, "\(held)")
    withExtendedLifetime(kept) {}
  }

  @Test func `memory of instances that have ended is not an instance`() async throws {
    // With and without weak references, of which the counts are elsewhere.
    for number in 0..<5_000 {
      let made = Ended()
      if number.isMultiple(of: 2) { Ended.last = made }
    }
    let result = try await stressOncePerProcess { Ended.shared }
    #expect(result.verdict != .broken && result.trials > 0 && result.unfreshTrials == 0, "\(result)")
  }
}

@Suite struct `Owners that are not new` {
  @Test func `two owners that take turns prove nothing`() async throws {
    let owners = [TokenOwner(), TokenOwner()]
    let turn = Atomic(0)
    let result = try await stress(named: "turns") {
      owners[turn.wrappingAdd(1, ordering: .relaxed).oldValue % 2]
    } access: {
      $0.own
    }
    #expect(result.weakness == .notFresh && result.hasCommonOwner && result.hasCommonInstance, "\(result)")
  }

  @Test func `new owners that return one token are not told to be new`() async throws {
    let result = try await stress(named: "token") {
      TokenOwner()
    } access: {
      $0.token
    }
    #expect(result.weakness == .notFresh && !result.hasCommonOwner && result.hasCommonInstance, "\(result)")
    #expect(result.description.contains("several trials had the same instance, so their owners did not make it"))
    #expect(result.description.hasSuffix("judge values, such as a token that all share, with roles"))
  }

  @Test func `roles that have one owner prove nothing`() async throws {
    let owner = TokenOwner()
    let result = try await stress(
      named: "roles", fresh: { owner }, roles: { _ in 1 }, { _ in 2 }, expecting: { $1 == [1, 2] })
    #expect(result.verdict == .tooWeak && result.weakness == .notFresh, "\(result)")
    #expect(result.description.hasSuffix("Make a new owner in each call of fresh"))
  }

  @Test func `owners that are new, or no objects, are not blamed`() async throws {
    let objects = try await stress(
      named: "objects", fresh: { TokenOwner() }, roles: { _ in 1 }, expecting: { $1 == [1, 1] })
    let values = try await stress(named: "values", fresh: { 1 }, roles: { $0 }, expecting: { $1 == [1, 1] })
    #expect(objects.weakness != .notFresh && values.weakness != .notFresh, "\(objects), \(values)")
  }
}

/// One look, no lock.
private final class Neighborly: Sendable {
  nonisolated(unsafe) private static var made: Neighborly?
  let token = "token \(getpid())"

  static var shared: Neighborly {
    if made == nil { made = Neighborly() }
    return made!
  }
}

private enum Touched {
  static let thing = Thing()
}

private enum Resettable {
  private static let made = Mutex<Thing?>(nil)

  static var thing: Thing {
    made.withLock { made in
      if made == nil { made = Thing() }
      return made!
    }
  }

  static func reset() { made.withLock { $0 = nil } }
}

/// A global that nothing guards.
private enum ResettableUnguarded {
  nonisolated(unsafe) private static var made: Unmanaged<Thing>?

  static var thing: Thing {
    if made == nil { made = .passRetained(Thing()) }
    return made!.takeUnretainedValue()
  }

  static func reset() { made = nil }
}

/// An instance that lives as long as its callers.
private enum Weakly {
  private final class Reference { weak var thing: Thing? }
  private static let made = Mutex(Reference())

  static var thing: Thing {
    made.withLock { made in
      let thing = made.thing ?? Thing()
      made.thing = thing
      return thing
    }
  }
}

private final class Ended: Sendable {
  nonisolated(unsafe) weak static var last: Ended?
  static let shared = Ended()
}

private final class TokenOwner: Sendable {
  private static let one = Thing()
  let own = Thing()
  var token: Thing { Self.one }
}
