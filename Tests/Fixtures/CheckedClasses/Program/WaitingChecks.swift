import CheckedClasses
import SingletonCheck

let waitingChecks: [NamedCheck] = [
  ("spin-lock", spinLocked { $0.byExchange }), ("look-and-spin", spinLocked { $0.byLook }),
  ("impatient", spinLocked { $0.impatiently }), ("spin-without-unlock", spinLocked { $0.withoutUnlock }),
  ("awaited", published { $0.awaited }), ("awaited-plainly", published { $0.awaitedPlainly }),
  ("1-look", published { $0.cache(looks: 1) }), ("100-looks", published { $0.cache(looks: 100) }),
  ("million-looks", published { $0.cache(looks: 1_000_000) }),
  ("100-looks-in-object", published { $0.cache(looksInObject: 100) }),
  ("million-looks-in-object", published { $0.cache(looksInObject: 1_000_000) }),
  ("10-looks-before-waiting", published { $0.cache(looksBeforeWaiting: 10) }),
  ("100-looks-before-waiting", published { $0.cache(looksBeforeWaiting: 100) }),
  ("3-in-turn", published { $0.cache(inTurn: 3) }), ("12-in-turn", published { $0.cache(inTurn: 12) }),
  ("before-3", published { $0.cache(before: 3) }), ("before-12", published { $0.cache(before: 12) }),
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
