import ModeledSynchronization
import Testing

/// A class in which the first thread builds, and another one looks a given number of times whether it has.
private class LookingAccount {
  fileprivate let isClaimed = Atomic(false)
  fileprivate let isReady = Atomic(false)
  @Plain fileprivate var instance: Cache?
  private let looks: Int

  init(looks: Int) { self.looks = looks }

  final var cache: Cache? {
    if !isClaimed.exchange(true, ordering: .acquiringAndReleasing) {
      instance = Cache()
      isReady.store(true, ordering: .releasing)
      return instance
    }
    return waits(looks: looks) ? instance : onGivingUp
  }

  fileprivate func waits(looks: Int) -> Bool {
    var left = looks
    while left > 0 {
      if isReady.load(ordering: .acquiring) { return true }
      left -= 1
    }
    return false
  }

  fileprivate var onGivingUp: Cache? { Cache() }
}

/// Goes on to wait after some looks, as an adaptive lock does.
private final class AdaptiveAccount: LookingAccount {
  override var onGivingUp: Cache? {
    while !isReady.load(ordering: .acquiring) {}
    return instance
  }
}

/// Counts its looks in an object.
private final class BackoffAccount: LookingAccount {
  private final class Backoff {
    var rounds = 0
  }

  override func waits(looks: Int) -> Bool {
    let backoff = Backoff()
    while backoff.rounds < looks {
      if isReady.load(ordering: .acquiring) { return true }
      backoff.rounds += 1
    }
    return false
  }
}

/// Does something else if it had to wait for long.
private final class ImpatientAccount: LookingAccount {
  override func waits(looks: Int) -> Bool {
    var rounds = 0
    while !isReady.load(ordering: .acquiring) { rounds += 1 }
    return rounds < looks
  }
}

/// Does something else depending on how long it had to wait, in turns or from some round on.
private final class CountingAccount: LookingAccount {
  private let next: (Int) -> Int
  private let bad: Int

  init(bad: Int, next: @escaping (Int) -> Int) {
    (self.bad, self.next) = (bad, next)
    super.init(looks: 0)
  }

  override func waits(looks: Int) -> Bool {
    var count = 0
    while !isReady.load(ordering: .acquiring) { count = next(count) }
    return count != bad
  }
}

private final class TryingAccount {
  private let lock = Atomic(false)
  @Plain private var instance: Cache?

  var cache: Cache? {
    var tries = 0
    while lock.exchange(true, ordering: .acquiring), tries < 10 { tries += 1 }
    if instance == nil { instance = Cache() }
    lock.store(false, ordering: .releasing)
    return instance
  }
}

private final class TimedAccount {
  private let semaphore = DispatchSemaphore(value: 1)
  @Plain private var instance: Cache?

  var cache: Cache? {
    guard semaphore.wait(timeout: .now() + .seconds(1)) == .success else { return Cache() }
    defer { semaphore.signal() }
    if instance == nil { instance = Cache() }
    return instance
  }
}

/// Tries again when the time is over.
private final class PatientAccount {
  private let semaphore = DispatchSemaphore(value: 1)
  @Plain private var instance: Cache?

  var cache: Cache? {
    let limit = DispatchTime.now() + .milliseconds(1)
    while semaphore.wait(timeout: limit) == .timedOut {}
    defer { semaphore.signal() }
    if instance == nil { instance = Cache() }
    return instance
  }
}

/// Takes a failure of a weak compare-exchange for a sign that another thread builds.
private final class WeakClaimAccount {
  private let isClaimed = Atomic(false)
  private let isReady = Atomic(false)
  @Plain private var instance: Cache?

  var cache: Cache? {
    if isClaimed.weakCompareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged {
      instance = Cache()
      isReady.store(true, ordering: .releasing)
    }
    while !isReady.load(ordering: .acquiring) {}
    return instance
  }
}

/// A lock that is taken by a weak compare-exchange, which is tried until it succeeds or until an optional limit is
/// reached.
private final class WeakLockAccount {
  private let isHeld = Atomic(false)
  @Plain private var instance: Cache?
  private let mostTries: Int

  init(mostTries: Int = .max) { self.mostTries = mostTries }

  var cache: Cache? {
    var tries = 0
    while !isHeld.weakCompareExchange(expected: false, desired: true, ordering: .acquiring).exchanged {
      if mostTries < .max { tries += 1 }
      if tries == mostTries { return Cache() }
    }
    defer { isHeld.store(false, ordering: .releasing) }
    if instance == nil { instance = Cache() }
    return instance
  }
}

@Suite struct `Loops of a class` {

  @Test(arguments: [1, 2, 3, 16, 17, 100, 10_000])
  func `a loop that gives up and builds another instance is refuted`(looks: Int) throws {
    let result = try check(fresh: { LookingAccount(looks: looks) }, access: { $0.cache })
    #expect(result.verdict == .refuted)
    #expect(result.findings.contains(.instances))
    #expect(result.counterexample != nil)
  }

  @Test func `a counter in an object does not hide that a loop gives up`() throws {
    let result = try check(fresh: { BackoffAccount(looks: 100) }, access: { $0.cache })
    #expect(result.findings.contains(.instances))
  }

  @Test func `a loop that counts its rounds without an end in sight is not decided, and named`() throws {
    for result in [
      try check(fresh: { LookingAccount(looks: 1_000_000) }, access: { $0.cache }),
      try check(fresh: { ImpatientAccount(looks: 10) }, access: { $0.cache }),
    ] {
      #expect(result.verdict == .undecided)
      #expect("\(result)".contains("LoopTests.swift:"))
      #expect("\(result)".contains("was still running after 65,536 rounds"))
    }
  }

  @Test(arguments: [3, 7, 12])
  func `a loop that ends otherwise after some rounds, in turns or from then on, is never proved`(bad: Int) throws {
    let turns = try check(threads: 2, fresh: { CountingAccount(bad: bad) { ($0 + 1) % 13 } }, access: { $0.cache })
    #expect([.refuted, .undecided].contains(turns.verdict), "\(turns)")
    let saturating = try check(
      threads: 2, fresh: { CountingAccount(bad: bad) { min($0 + 1, bad) } }, access: { $0.cache })
    #expect(saturating.findings.contains(.instances), "\(saturating)")
  }

  @Test func `a loop that gives up soon is explored round by round`() throws {
    let result = try check(fresh: { AdaptiveAccount(looks: 10) }, access: { $0.cache })
    #expect(result.isProved, "\(result)")
  }

  @Test func `a loop that gives up late is not decided, and named`() throws {
    let result = try check(fresh: { AdaptiveAccount(looks: 100) }, access: { $0.cache })
    #expect(result.verdict == .undecided)
    #expect("\(result)".contains("gives up after 100 rounds"))
  }

  @Test func `a lock that is passed by after ten tries is refuted`() throws {
    let result = try check(fresh: { TryingAccount() }, access: { $0.cache })
    #expect(result.findings.contains(.race))
    #expect(result.findings.contains(.instances))
  }

  @Test func `a timed wait is proved under a condition, which the verdict names`() throws {
    let result = try check(fresh: { TimedAccount() }, access: { $0.cache })
    #expect(result.isProved)
    let firstLine = "\(result)".prefix { $0 != "\n" }
    #expect(firstLine.contains("proved for 2 and 3 threads, if no wait times out"))
  }

  @Test func `a timed wait that may time out at any time is a try, and its proof has no condition`() throws {
    let result = try check(threads: 2, timeouts: .anyTime, fresh: { TimedAccount() }, access: { $0.cache })
    #expect(result.findings == [.instances])
    #expect("\(result)".contains("refuted, if waits may time out at any time\n"))
    #expect(try #require(result.counterexample).contains("waits at semaphore until the time limit"))
    let code = try #require(result.replayCode)
    let replayed = try check(threads: 2, replay: code, fresh: { TimedAccount() }, access: { $0.cache })
    #expect(replayed.counterexample == result.counterexample)
    let patient = try check(timeouts: .anyTime, fresh: { PatientAccount() }, access: { $0.cache })
    #expect(patient.isProved && !"\(patient)".contains("times out"), "\(patient)")
  }

  @Test func `a weak compare-exchange may fail although the value is the expected one`() throws {
    let result = try check(fresh: { WeakClaimAccount() }, access: { $0.cache })
    #expect(result.findings.contains(.hang))
    #expect(try #require(result.counterexample).contains("weak exchange fails spuriously"))
    let code = try #require(result.replayCode)
    let replayed = try check(replay: code, fresh: { WeakClaimAccount() }, access: { $0.cache })
    #expect(replayed.counterexample == result.counterexample)
  }

  @Test func `a weak compare-exchange that is repeated until it succeeds is a lock`() throws {
    let result = try check(threads: 2, fresh: { WeakLockAccount() }, access: { $0.cache })
    #expect(result.isProved, "\(result)")
  }

  @Test(arguments: [1, 3, 100])
  func `a weak compare-exchange that gives up is refuted`(tries: Int) throws {
    let result = try check(threads: 2, fresh: { WeakLockAccount(mostTries: tries) }, access: { $0.cache })
    #expect(result.findings.contains(.instances))
  }
}
