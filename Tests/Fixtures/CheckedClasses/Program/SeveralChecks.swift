import CSingletons
import CheckedClasses
import SingletonCheck

let severalChecks: [NamedCheck] = [
  ("handle-built-twice", parts { $0.handle }), ("pair-built-twice", parts { $0.pair }),
  ("both-built-once", parts { $0.both }), ("built-number", parts { $0.number }),
  ("eight-and-one", many(8) { $0.all }), ("eight-and-one-in-one", many(8) { $0.allOfOneSection }),
  ("forty-and-one", many(40) { $0.all }), ("forty-and-one-unordered", many(40) { $0.allUnordered }),
  ("error-checking", checking { $0.cache }), ("unlocked-twice", checking { $0.unlockedTwice }),
  ("unlocked-before", checking { $0.unlockedEarly }), ("written-again", checking { $0.writtenAgain }),
  ("large", large(5 << 20) { $0.cache }), ("too-large", large(80 << 20) { $0.cache }),
  ("deep", large(1) { $0.deepCache }), ("endless", large(1) { $0.endlessCache }),
  ("underscored", unseen(cs_underscored)), ("underscored-static", unseen(cs_underscored_static)),
  ("twice-underscored", unseen(cs_twice_underscored)),
]

private func parts<Value>(_ access: @escaping (borrowing BuildsParts) -> Value) -> Check {
  {
    try check(
      threads: $0, under: $1, buildsOnce: true, fresh: { BuildsParts() }, identity: { _ in 0 }, access: access)
  }
}

private func many(_ count: Int, _ access: @escaping (borrowing ManyParts) -> [Part]) -> Check {
  { try check(threads: $0, under: $1, fresh: { ManyParts(count) }, access: access) }
}

private func checking(_ access: @escaping (borrowing Checking) -> Cache?) -> Check {
  { try check(threads: $0, under: $1, fresh: { Checking() }, access: access) }
}

private func large(_ bytes: Int, _ access: @escaping (borrowing Large) -> Cache?) -> Check {
  { try check(threads: $0, under: $1, fresh: { Large(bytes: bytes) }, access: access) }
}

/// Guards something else, so that the threads share what is seen, too.
private func unseen(_ access: @escaping () -> UnsafeMutableRawPointer?) -> Check {
  {
    try check(
      threads: $0, under: $1, fresh: { GuardedByMutex() },
      access: { guarded in
        _ = guarded.cache
        return access()
      })
  }
}
