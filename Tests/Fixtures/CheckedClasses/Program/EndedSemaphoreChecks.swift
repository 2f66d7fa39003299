import CheckedClasses
import SingletonCheck

let endedSemaphoreChecks: [NamedCheck] = [
  ("permit-kept", permit { $0.hitAndKeep() }), ("permit-returned", permit { $0.hitAndReturn() }),
  ("permit-added", permit { $0.hitAndAdd() }),
  ("turn-let-go-of", turn([{ $0.use() }, { $0.letGo() }])),
  ("turn-let-go-of-in-use", turn([{ $0.use() }, { $0.letGo() }, { $0.use() }])),
  ("turn-kept", turn([{ $0.useOnce() }, { $0.use() }])),
  (
    "turn-taken-before",
    {
      try check(
        threads: $0, under: $1, fresh: { LetsGoOfSemaphore(isTaken: true) }, roles: { $0.use() },
        expecting: { _, _ in true })
    }
  ),
  ("turn-kept-and-let-go-of", turn([{ $0.useOnce() }, { $0.letGo() }])),
]

private func permit(_ role: @escaping (borrowing CountsWithPermit) -> Int) -> Check {
  { try check(threads: $0, under: $1, fresh: { CountsWithPermit() }, roles: role, expecting: { _, _ in true }) }
}

private func turn(_ roles: [(borrowing LetsGoOfSemaphore) -> Int]) -> Check {
  { try check(threads: $0, under: $1, fresh: { LetsGoOfSemaphore() }, roles: roles) { _, _ in true } }
}
