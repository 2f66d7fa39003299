import CheckedClasses
import SingletonCheck

/// Checks whose closures, or whose class, are compiled without the flags.
public nonisolated(unsafe) let checksWithoutFlags:
  [(
    name: String, check: (ClosedRange<Int>, MemoryModel) throws -> CheckResult
  )] = [
    ("without-flags", { try check(threads: $0, under: $1, fresh: { WithoutFlags() }, access: { $0.cache }) }),
    (
      "unrepeated",
      { threads, model in
        let number = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        number.initialize(to: 0)
        return try check(threads: threads, under: model, fresh: { Outside() }) { owner in
          number.pointee += 1
          return owner.cache(by: number.pointee / 3)
        }
      }
    ),
    (
      "unrepeated-race",
      { threads, model in
        let number = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        number.initialize(to: 0)
        return try check(threads: threads, under: model, fresh: { LookThenBuild() }) { owner in
          number.pointee += 1
          let cache = owner.cache
          return number.pointee % 3 == 0 ? owner.cache : cache
        }
      }
    ),
    ("lends", { try check(threads: $0, under: $1, fresh: { Lends() }, access: { $0.number(readBy: Unseen.read) }) }),
    ("unseen-global", { try check(threads: $0, under: $1, fresh: { GuardedByMutex() }, access: Unseen.cache) }),
    (
      "captured-unseen",
      {
        let store = UnseenStore()
        return try check(threads: $0, under: $1, fresh: { GuardedByMutex() }, access: store.cache)
      }
    ),
    (
      "captured-variable",
      {
        var made: Cache?
        return try check(
          threads: $0, under: $1, fresh: { GuardedByMutex() },
          access: { guarded in
            let cache = guarded.cache
            if made == nil { made = cache }
            return made
          })
      }
    ),
  ]

private final class WithoutFlags {
  private var made: WithoutFlags?

  var cache: WithoutFlags? {
    if made == nil { made = WithoutFlags() }
    return made
  }
}

private final class UnseenStore {
  var made: Cache?

  func cache(_ guarded: borrowing GuardedByMutex) -> Cache? {
    let cache = guarded.cache
    if made == nil { made = cache }
    return made
  }
}

private enum Unseen {
  nonisolated(unsafe) static var made: Cache?

  static func read(_ number: UnsafeRawPointer) -> Int { number.assumingMemoryBound(to: Int.self).pointee }

  static func cache(_ guarded: borrowing GuardedByMutex) -> Cache? {
    if made == nil { made = guarded.cache }
    return made
  }
}
