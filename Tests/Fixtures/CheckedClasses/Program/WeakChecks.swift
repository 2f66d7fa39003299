import CheckedClasses
import SingletonCheck

/// Checks of classes with weak and unowned references.
let weakChecks: [NamedCheck] = [
  ("weak-cache", { try check(threads: $0, under: $1, fresh: { WeakCache() }, access: { $0.guarded }) }),
  ("weak-unguarded", { try check(threads: $0, under: $1, fresh: { WeakCache() }, access: { $0.unguarded }) }),
  (
    "looks-twice-weakly",
    inRoles(fresh: { LooksForHeld() }, { $0.letGo }, { $0.isFoundInTwoLooks }, expecting: { $1[1] == 1 })
  ),
  (
    "looks-once-weakly",
    inRoles(fresh: { LooksForHeld() }, { $0.letGo }, { $0.isFoundInOneLook }, expecting: { $1[1] == 1 })
  ),
  ("always-there", inRoles(fresh: { LooksForHeld() }, { $0.letGo }, { $0.isThere }, expecting: { $1[1] == 1 })),
  ("never-there", inRoles(fresh: { LooksForHeld() }, { $0.letGo }, { $0.isThere }, expecting: { $1[1] == 0 })),
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
    inRoles(fresh: { LooksForHeld() }, { $0.writeAndLetGo }, { $0.readOnceEnded }, expecting: { $1[1] == 1 })
  ),
  (
    "back-reference",
    inRoles(fresh: { HoldsOwner() }, { $0.letGo }, { $0.ownerName }, expecting: { [0, 7].contains($1[1]) })
  ),
  (
    "certain-back-reference",
    inRoles(fresh: { HoldsOwner() }, { $0.letGo }, { $0.certainOwnerName }, expecting: { $1[1] == 7 })
  ),
  (
    "unchecked-back-reference",
    inRoles(fresh: { HoldsOwner() }, { $0.letGo }, { $0.uncheckedOwnerName }, expecting: { $1[1] == 7 })
  ),
  (
    "kept-back-reference",
    inRoles(fresh: { HoldsOwner() }, { $0.certainOwnerName }, { $0.ownerName }, expecting: { $1 == [7, 7] })
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
    inRoles(fresh: { OpensAgain() }, { $0.letGo }, { $0.openFile }, expecting: { owner, _ in owner.most == 1 })
  ),
  (
    "appends-weak",
    inRoles(fresh: { CopiesWeak() }, { $0.letGo }, { $0.append }, expecting: { [0, 1].contains($1[1]) })
  ),
  ("ends-slowly", inRoles(fresh: { EndsSlowly() }, { $0.letGo }, { $0.isFoundTooLate }, expecting: { $1[1] == 0 })),
  ("weak-value", { try check(threads: $0, under: $1, fresh: { HandsOutReference() }, access: { $0.reference }) }),
]
