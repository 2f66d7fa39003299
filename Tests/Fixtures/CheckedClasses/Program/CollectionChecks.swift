import CheckedClasses
import SingletonCheck

let collectionChecks: [NamedCheck] = [
  ("in-mutex", { try check(threads: $0, under: $1, fresh: { Collections() }, access: { $0.cacheInMutex }) }),
  ("in-list", { try check(threads: $0, under: $1, fresh: { Collections() }, access: { $0.cacheInList }) }),
  ("unguarded", { try check(threads: $0, under: $1, fresh: { Collections() }, access: { $0.unguardedCache }) }),
  (
    "appending",
    {
      try check(
        threads: $0, under: $1, fresh: { Collections() }, roles: { $0.append() },
        expecting: { owner, ends in owner.count == ends.count })
    }
  ),
  (
    "reading-unguarded",
    {
      try check(
        threads: $0, under: $1, fresh: { Collections() },
        roles: { owner in
          owner.append()
          return 1
        }, { $0.unguardedFirst ?? 0 }, expecting: { _, _ in true })
    }
  ),
  (
    "reading-copy",
    {
      try check(
        threads: $0, under: $1, fresh: { Collections() },
        roles: { owner in
          owner.append()
          return 1
        }, { $0.sumOfCopy }, expecting: { _, sums in sums[1] <= 1 })
    }
  ),
  (
    "locking-meanwhile",
    {
      try check(
        threads: $0, under: $1, fresh: { Collections() },
        roles: { owner in
          owner.appendWhileLocking()
          return 1
        }, { $0.guardedFirst ?? 0 }, expecting: { _, _ in true })
    }
  ),
  (
    "own-copy",
    {
      try check(
        threads: $0, under: $1, fresh: { Collections() },
        roles: { owner in
          owner.writeOwnBox()
          return 1
        }, { $0.numberInKeptBox }, expecting: { _, numbers in numbers[1] <= 1 })
    }
  ),
  (
    "own-copy-later",
    {
      try check(
        threads: $0, under: $1, fresh: { Collections() },
        roles: { owner in
          owner.writeOwnBoxLater()
          return 1
        }, { $0.numberInKeptBox }, expecting: { _, _ in true })
    }
  ),
  (
    "inserting",
    {
      try check(
        threads: $0, under: $1, fresh: { Collections() }, roles: { $0.insert() },
        expecting: { _, inserted in inserted.filter { $0 }.count == 1 })
    }
  ),
]
