import Foundation
import SingletonCheck
import Synchronization

/// What a proof assumes, and says so: a broken form of these may be proved, which the letter U states.
func addAssumptions(to forms: inout Forms) {
  // A time to live, by the clock that is taken to stand still.
  forms.add("U_dispatchTTL") { try check(fresh: { Timed() }, access: { $0.byDispatch }) }
  forms.add("B_dateTTL") { try check(fresh: { Timed() }, access: { $0.byDate }) }
  forms.add("B_clockTTL") { try check(fresh: { Timed() }, access: { $0.byClock }) }
  // Two waits in one line, of which one at most is in vain.
  forms.add("U_twoTimeouts") { try check(fresh: { Timed() }, access: { $0.waitsTwice }) }
  forms.add("B_twoTimeoutsAnyTime") { try check(timeouts: .anyTime, fresh: { Timed() }, access: { $0.waitsTwice }) }
  forms.add("B_oneTimeout") { try check(fresh: { Timed() }, access: { $0.waitsOnce }) }
  forms.add("S_noTimeout") { try check(fresh: { Timed() }, access: { $0.waits }) }
  // A weak compare-exchange that fails in vain.
  forms.add("U_weakOnce") {
    try check(fresh: { Weakly() }, roles: { $0.claim() }, { 0 * $0.look() }, expecting: { _, v in v[0] == 1 })
  }
  forms.add("S_weakLoop") {
    try check(fresh: { Weakly() }, roles: { $0.claimInLoop() }, { 0 * $0.look() }, expecting: { _, v in v[0] == 1 })
  }
}

private final class Timed: @unchecked Sendable {
  private let lock = NSLock(), turn = DispatchSemaphore(value: 1)
  private var made: Thing?, until = DispatchTime.now(), date = Date.distantPast, instant = ContinuousClock.now
  private func new() -> Thing {
    let new = Thing()
    made = new
    return new
  }
  private func make() -> Thing { made ?? new() }
  var byDispatch: Thing {
    lock.withLock {
      if let made, DispatchTime.now() < until { return made }
      until = DispatchTime.now() + .microseconds(1)
      return new()
    }
  }
  var byDate: Thing {
    lock.withLock {
      if let made, Date() < date { return made }
      date = Date() + 1e-6
      return new()
    }
  }
  var byClock: Thing {
    lock.withLock {
      if let made, ContinuousClock.now < instant { return made }
      instant = .now + .microseconds(1)
      return new()
    }
  }
  var waits: Thing {
    turn.wait()
    defer { turn.signal() }
    return make()
  }
  var waitsOnce: Thing {
    _ = turn.wait(timeout: .now() + 1)
    defer { turn.signal() }
    return make()
  }
  var waitsTwice: Thing {
    if tries() == .timedOut && tries() == .timedOut { return new() }
    defer { turn.signal() }
    return make()
  }
  private func tries() -> DispatchTimeoutResult { turn.wait(timeout: .now() + 1) }
}

private final class Weakly: @unchecked Sendable {
  let slot = Atomic(0)
  func look() -> Int { slot.load(ordering: .relaxed) }
  func claim() -> Int {
    slot.weakCompareExchange(expected: 0, desired: 1, ordering: .relaxed).exchanged ? 1 : 0
  }
  func claimInLoop() -> Int {
    while true {
      let (isDone, found) = slot.weakCompareExchange(expected: 0, desired: 1, ordering: .relaxed)
      if isDone { return 1 }
      if found != 0 { return 0 }
    }
  }
}
