import CheckedClasses
import SingletonCheck

let announcerChecks: [NamedCheck] = [
  ("told-of-copy", announcer([{ $0.add() }, { $0.tell() }])),
  ("told-without-lock", announcer([{ $0.add() }, { $0.tellWithoutLock() }])),
  ("added-without-lock", announcer([{ $0.addWithoutLock() }, { $0.tell() }])),
  ("told-of-copy-twice", announcer([{ $0.add() }, { $0.tell() }, { $0.add() }])),
  ("sum-of-copy", announcer([{ $0.set() }, { $0.sum() }])),
  ("sum-without-lock", announcer([{ $0.set() }, { $0.sumWithoutLock() }])),
]

private func announcer(_ roles: [(borrowing Announcer) -> Int]) -> Check {
  {
    try check(threads: $0, under: $1, fresh: { Announcer() }, roles: roles) { _, sums in [1, 3, 5].contains(sums[1]) }
  }
}
