import CheckedClasses
import Foundation
import SingletonCheck

let drawnChecks: [NamedCheck] = [
  (
    "lock-then-queue",
    inRoles(fresh: { LockThenQueue() }, { $0.lockedFirst }, { $0.queuedFirst }, expecting: { _, _ in true })
  ),
  ("stores-together", { try check(threads: $0, under: $1, fresh: { StoresTogether() }, access: { $0.cache }) }),
  ("upgrades", { try check(threads: $0, under: $1, fresh: { Upgrades() }, access: { $0.cache }) }),
  ("entries", counts { $0.countEntries() }),
  ("latest", counts { $0.countLatest() }),
  ("without-permit", { try check(threads: $0, under: $1, fresh: { StoresWithoutPermit() }, access: { $0.cache }) }),
  ("traps-if-first", inRoles(fresh: { TrapsIfFirst() }, { $0.make() }, { $0.size() }, expecting: { _, _ in true })),
  (
    "replaces-store", inRoles(fresh: { ReplacesStore() }, { $0.fetch(1) }, { $0.fetch(2) }, expecting: { _, _ in true })
  ),
  ("keeps-lock", inRoles(fresh: { KeepsLock() }, { $0.keep() }, { $0.isMade() }, expecting: { _, _ in true })),
  (
    "in-page",
    {
      try check(
        threads: $0, under: $1, fresh: { CountsInPage() }, roles: { $0.count() }, expecting: { _, _ in true })
    }
  ),
  ("session", { threads, model in try check(threads: threads, under: model) { Session.shared } }),
  (
    "named-session",
    { threads, model in try check(named: "Session.shared", threads: threads, under: model) { Session.shared } }
  ),
]

private func counts(_ count: @escaping (borrowing CountsByName) -> Int) -> Check {
  { try check(threads: $0, under: $1, fresh: { CountsByName() }, roles: count, expecting: { _, _ in true }) }
}
