import CheckedClasses
import SingletonCheck

/// Checks of classes with weak and unowned references.
let weakChecks: [NamedCheck] = [
  ("weak-cache", { try check(threads: $0, under: $1, fresh: { WeakCache() }, access: { $0.guarded }) }),
  ("weak-unguarded", { try check(threads: $0, under: $1, fresh: { WeakCache() }, access: { $0.unguarded }) }),
  (
    "looks-twice-weakly",
    {
      try check(
        threads: $0, under: $1, fresh: { LooksForHeld() }, roles: { $0.letGo }, { $0.isFoundInTwoLooks },
        expecting: { $1[1] == 1 })
    }
  ),
  (
    "looks-once-weakly",
    {
      try check(
        threads: $0, under: $1, fresh: { LooksForHeld() }, roles: { $0.letGo }, { $0.isFoundInOneLook },
        expecting: { $1[1] == 1 })
    }
  ),
  (
    "always-there",
    {
      try check(
        threads: $0, under: $1, fresh: { LooksForHeld() }, roles: { $0.letGo }, { $0.isThere },
        expecting: { $1[1] == 1 })
    }
  ),
  (
    "never-there",
    {
      try check(
        threads: $0, under: $1, fresh: { LooksForHeld() }, roles: { $0.letGo }, { $0.isThere },
        expecting: { $1[1] == 0 })
    }
  ),
  (
    "held-for-moment",
    {
      try check(
        threads: $0, under: $1, fresh: { LooksForHeld() }, roles: { $0.letGo }, { $0.holdsForMoment },
        { $0.isThere + $0.isThere }, expecting: { _, _ in true })
    }
  ),
  (
    "read-once-ended",
    {
      try check(
        threads: $0, under: $1, fresh: { LooksForHeld() }, roles: { $0.writeAndLetGo }, { $0.readOnceEnded },
        expecting: { $1[1] == 1 })
    }
  ),
  (
    "back-reference",
    {
      try check(
        threads: $0, under: $1, fresh: { HoldsOwner() }, roles: { $0.letGo }, { $0.ownerName },
        expecting: { [0, 7].contains($1[1]) })
    }
  ),
  (
    "certain-back-reference",
    {
      try check(
        threads: $0, under: $1, fresh: { HoldsOwner() }, roles: { $0.letGo }, { $0.certainOwnerName },
        expecting: { $1[1] == 7 })
    }
  ),
  (
    "unchecked-back-reference",
    {
      try check(
        threads: $0, under: $1, fresh: { HoldsOwner() }, roles: { $0.letGo }, { $0.uncheckedOwnerName },
        expecting: { $1[1] == 7 })
    }
  ),
  (
    "kept-back-reference",
    {
      try check(
        threads: $0, under: $1, fresh: { HoldsOwner() }, roles: { $0.certainOwnerName }, { $0.ownerName },
        expecting: { $1 == [7, 7] })
    }
  ),
  (
    "weak-closure",
    {
      try check(
        threads: $0, under: $1,
        fresh: {
          let made = HoldsOwner(); return (made, made.nameByClosure)
        },
        roles: { $0.0.letGo }, { $0.1() }, expecting: { [0, 7].contains($1[1]) })
    }
  ),
  (
    "opens-again",
    {
      try check(
        threads: $0, under: $1, fresh: { OpensAgain() }, roles: { $0.letGo }, { $0.openFile },
        expecting: { owner, _ in owner.most == 1 })
    }
  ),
  (
    "copies-weak",
    {
      try check(
        threads: $0, under: $1, fresh: { CopiesWeak() }, roles: { $0.letGo }, { $0.copy },
        expecting: { [0, 1].contains($1[1]) })
    }
  ),
  (
    "appends-weak",
    {
      try check(
        threads: $0, under: $1, fresh: { CopiesWeak() }, roles: { $0.letGo }, { $0.append },
        expecting: { [0, 1].contains($1[1]) })
    }
  ),
  (
    "ends-slowly",
    {
      try check(
        threads: $0, under: $1, fresh: { EndsSlowly() }, roles: { $0.letGo }, { $0.isFoundTooLate },
        expecting: { $1[1] == 0 })
    }
  ),
  ("weak-value", { try check(threads: $0, under: $1, fresh: { HandsOutReference() }, access: { $0.reference }) }),
]
