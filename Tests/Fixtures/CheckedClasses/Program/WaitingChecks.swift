import CheckedClasses
import Foundation
import SingletonCheck

let waitingChecks: [NamedCheck] = [
  ("spin-lock", spinLocked { $0.byExchange }), ("look-and-spin", spinLocked { $0.byLook }),
  ("impatient", spinLocked { $0.impatiently }), ("spin-without-unlock", spinLocked { $0.withoutUnlock }),
  ("awaited", published { $0.awaited }), ("awaited-twice", published { $0.awaitedTwice }),
  ("awaited-plainly", published { $0.awaitedPlainly }),
  ("1-look", published { $0.cache(looks: 1) }), ("100-looks", published { $0.cache(looks: 100) }),
  ("million-looks", published { $0.cache(looks: 1_000_000) }),
  ("100-looks-in-object", published { $0.cache(looksInObject: 100) }),
  ("million-looks-in-object", published { $0.cache(looksInObject: 1_000_000) }),
  ("10-looks-before-waiting", published { $0.cache(looksBeforeWaiting: 10) }),
  ("100-looks-before-waiting", published { $0.cache(looksBeforeWaiting: 100) }),
  ("3-in-turn", published { $0.cache(inTurn: 3) }), ("12-in-turn", published { $0.cache(inTurn: 12) }),
  ("before-3", published { $0.cache(before: 3) }),
  ("wait-and-publish", publishing([{ $0.afterWaiting }, { $0.published }])),
  ("wait-for-nobody", publishing([{ $0.afterWaiting }, { $0.unpublished }])),
]

private func spinLocked(_ access: @escaping (borrowing SpinLocked) -> Cache?) -> Check {
  { try check(threads: $0, under: $1, fresh: { SpinLocked() }, access: access) }
}

private func published(_ access: @escaping (borrowing Published) -> Cache?) -> Check {
  { try check(threads: $0, under: $1, fresh: { Published() }, access: access) }
}

private func publishing(_ roles: [(borrowing Published) -> Cache?]) -> Check {
  { try check(threads: $0, under: $1, fresh: { Published() }, roles: roles) { _, values in values[0] != nil } }
}

let conditionChecks: [NamedCheck] = [
  ("broadcast", announced([{ $0.awaited }, { $0.published }])),
  ("signal", announced([{ $0.awaited }, { $0.signaled }])),
  ("lost-signal", announced([{ $0.afterAnnouncement }, { $0.signaledWithoutLock }])),
  ("woken-once", announced([{ $0.awaitedOnce }, { $0.signaled }])),
  ("broadcast-to-two", announced([{ $0.awaited }, { $0.published }, { $0.awaited }])),
  ("signal-for-two", announced([{ $0.awaited }, { $0.signaled }, { $0.awaited }])),
  ("signal-in-chain", announced([{ $0.awaitedInChain }, { $0.signaled }, { $0.awaitedInChain }])),
  ("never-signaled", announced([{ $0.awaited }, { _ in nil }])),
  ("until", soon { limit in announced([{ $0.cache(before: limit) }, { $0.published }], sameAs: { $0.awaited }) }),
  ("until-nobody", soon { limit in announced([{ $0.cache(before: limit) }, { _ in nil }]) }),
  ("until-ready", soon { limit in announced([{ $0.cache(lookingAgainAt: limit) }, { $0.published }]) }),
  ("own-instead", timeLimited { $0.ownInstead }), ("patiently", timeLimited { $0.patiently }),
  ("before", soon { limit in timeLimited { $0.cache(before: limit) } }),
  ("before-again", soon { limit in timeLimited { $0.cache(lockingBefore: limit) } }),
  ("own-instead-when-stuck", timeLimited(.whenStuck) { $0.ownInstead }),
  ("own-instead-any-time", timeLimited(.anyTime) { $0.ownInstead }),
  ("own-after-two", timeLimited { $0.ownAfterTwo }),
  ("own-after-two-any-time", timeLimited(.anyTime) { $0.ownAfterTwo }),
  ("patiently-when-stuck", timeLimited(.whenStuck) { $0.patiently }),
  ("patiently-any-time", timeLimited(.anyTime) { $0.patiently }),
  (
    "until-any-time",
    soon { limit in announced([{ $0.cache(before: limit) }, { $0.published }], .anyTime, sameAs: { $0.awaited }) }
  ),
  (
    "until-ready-any-time",
    soon { limit in announced([{ $0.cache(lookingAgainAt: limit) }, { $0.published }], .anyTime) }
  ),
  (
    "until-twice",
    soon { limit in announced([{ $0.cache(waitingTwiceUntil: limit) }, { $0.published }], sameAs: { $0.awaited }) }
  ),
  (
    "until-twice-any-time",
    soon { limit in
      announced([{ $0.cache(waitingTwiceUntil: limit) }, { $0.published }], .anyTime, sameAs: { $0.awaited })
    }
  ),
  ("until-twice-replayed", soon { limit in replayed([{ $0.cache(waitingTwiceUntil: limit) }, { $0.published }]) }),
]

/// Checks with a time that is not over while the check runs.
private func soon(_ check: @escaping (Date) -> Check) -> Check {
  { try check(Date(timeIntervalSinceNow: 1_000_000))($0, $1) }
}

private func announced(
  _ roles: [(borrowing Announced) -> Cache?], _ timeouts: Timeouts? = nil, replay: String? = nil,
  sameAs made: ((borrowing Announced) -> Cache?)? = nil
) -> Check {
  {
    try check(threads: $0, under: $1, timeouts: timeouts, replay: replay, fresh: { Announced() }, roles: roles) {
      owner, values in
      values[0] != nil && (made == nil || made!(owner) === values[0])
    }
  }
}

/// Replays what a check with time limits that are over at any time has found.
private func replayed(_ roles: [(borrowing Announced) -> Cache?]) -> Check {
  { threads, model in
    let code = try announced(roles, .anyTime, sameAs: { $0.awaited })(threads, model).replayCode
    return try announced(roles, replay: code, sameAs: { $0.awaited })(threads, model)
  }
}

private func timeLimited(
  _ timeouts: Timeouts? = nil, _ access: @escaping (borrowing TimeLimited) -> Cache?
) -> Check {
  { try check(threads: $0, under: $1, timeouts: timeouts, fresh: { TimeLimited() }, access: access) }
}

let groupChecks: [NamedCheck] = [
  ("group", { try check(threads: $0, under: $1, fresh: { Gathered() }, access: { $0.cache }) }),
  ("group-late", { try check(threads: $0, under: $1, fresh: { Gathered() }, access: { $0.enteringLate }) }),
  ("group-left", { try check(threads: $0, under: $1, fresh: { Gathered(isEntered: true) }, access: { $0.leaving }) }),
  (
    "group-left-twice",
    { try check(threads: $0, under: $1, fresh: { Gathered(isEntered: false) }, access: { $0.leaving }) }
  ),
  (
    "group-within",
    {
      try check(threads: $0, under: $1, fresh: { Gathered(isEntered: true) }, access: { $0.cache(within: .seconds(1)) })
    }
  ),
]

let turnChecks: [NamedCheck] = [
  ("in-turns", inTurns([{ $0.fetch }, { $0.build }])),
  ("never-its-turn", inTurns([{ $0.fetch }, { $0.build(turn: 2) }])),
  ("at-once", inTurns([{ $0.fetchAtOnce }, { $0.build }])),
  ("if-ready", inTurns([{ $0.fetchIfReady }, { $0.build }])),
  ("turn-before", soon { limit in inTurns([{ $0.fetch(before: limit) }, { $0.build }]) }),
  ("turn-before-again", soon { limit in inTurns([{ $0.fetch(tryingAgainBefore: limit) }, { $0.build }]) }),
  ("by-turn", turns { $0.cache }), ("try-turn", turns { $0.cacheOrOwn }),
  ("locked-before", { try check(threads: $0, under: $1, fresh: { InTurns(isLocked: true) }, access: { $0.cache }) }),
  ("relay", relay([(1, 0), (0, 1), (0, 1), (1, 0)]) { $0 != [2, 1, 3, 4] }),
  ("relay-order", relay([(1, 0), (0, 1), (0, 1), (1, 0)]) { Set($0).count == 4 && $0[0] % 2 == 0 && $0[3] % 2 == 0 }),
  (
    "turn-outside",
    { threads, model in
      let owner = InTurns()
      return try check(threads: threads, under: model, fresh: {}, access: { owner.cache })
    }
  ),
  ("look-at-turn", turns { $0.cacheAfterLook }),
]

private func relay(_ runs: [(Int, Int)], expecting isExpected: @escaping ([Int]) -> Bool) -> Check {
  { threads, model in
    let roles: [(borrowing Relay) -> Int] = runs.map { run in { $0.run(from: run.0, to: run.1) } }
    return try check(threads: 4, under: model, fresh: { Relay() }, roles: roles) { isExpected($1) }
  }
}

private func turns(_ access: @escaping (borrowing InTurns) -> Cache?) -> Check {
  { try check(threads: $0, under: $1, fresh: { InTurns() }, access: access) }
}

/// Whether the one who fetches gets the instance, and the lock ends with the condition that the other gave it.
private func inTurns(_ roles: [(borrowing InTurns) -> Cache?]) -> Check {
  {
    try check(threads: $0, under: $1, fresh: { InTurns() }, roles: roles) { owner, values in
      values[0] != nil && owner.turn == 1
    }
  }
}
