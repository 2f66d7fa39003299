import CheckedClasses
import SingletonCheck

let clockChecks: [NamedCheck] = [
  ("kept-for-a-while", { try check(threads: $0, under: $1, fresh: { KeepsForAWhile() }, access: { $0.cache }) }),
  ("dated", { try check(threads: $0, under: $1, fresh: { NotesTimes() }, access: { $0.dated }) }),
  (
    "quick",
    {
      try check(
        threads: $0, under: $1, fresh: { NotesTimes() }, roles: { $0.isQuick() },
        expecting: { $1.allSatisfy { $0 } })
    }
  ),
  (
    "more-after-a-while",
    {
      try check(
        threads: $0, under: $1, fresh: { NotesTimes() }, roles: { $0.uses(orMoreAfter: .seconds(5)) },
        expecting: { $1.allSatisfy { $0 < 3 } })
    }
  ),
]
