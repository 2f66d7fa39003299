import CheckedClasses
import SingletonCheck

let edgeChecks: [NamedCheck] = [
  ("scans-beside-write", numbers([{ $0.scan() }, { $0.write() }]) { $0[0] == 7 || $0[0] == 8 }),
  ("scans-before-write", numbers([{ $0.scan() }, { $0.write() }]) { $0[0] == 7 }),
  ("scans-beside-unlocked-write", numbers([{ $0.scan() }, { $0.writeUnlocked() }])),
  ("vector", numbers([{ $0.setVector() }, { $0.sum() }]) { $0 == [1, 1] }),
  ("element-by-address", numbers([{ $0.setFirst() }, { $0.firstByAddress() }]) { $0 == [5, 5] }),
  ("element-with-lock", numbers([{ $0.setFirstLocked() }, { $0.firstLocked() }]) { $0 == [5, 5] }),
  ("name-of-ended", numbers([{ $0.nameOfEnded(1) }, { $0.nameOfEnded(2) }]) { $0 == [1, 2] }),
  (
    "not-initialized",
    numbers([{ $0.fifthWord(ofZeroed: false) }, { $0.fifthWord(ofZeroed: false) }]) { $0 == [0, 0] }
  ),
  ("zeroed", numbers([{ $0.fifthWord(ofZeroed: true) }, { $0.fifthWord(ofZeroed: true) }]) { $0 == [0, 0] }),
  ("counts-at-ends", counts([{ $0.countAtEnd(locked: false) }, { $0.countAtEnd(locked: false) }], 2)),
  ("counts-at-ends-with-lock", counts([{ $0.countAtEnd(locked: true) }, { $0.countAtEnd(locked: true) }], 2)),
  ("one-permit", counts([{ $0.countWithPermit() }, { $0.countWithPermit() }], 2)),
  ("two-permits", counts([{ $0.countWithPermit() }, { $0.countWithPermit() }], 2, permits: 2)),
  ("no-permit", counts([{ $0.countWithPermit() }, { $0.countWithPermit() }], 2, permits: 0)),
  ("signal-wakes-nobody", numbers([{ $0.signal() }, { $0.wait() }]) { $0[0] == 0 }),
  ("rounds-as-before", numbers([{ $0.roundUp() }, { $0.roundsUp }]) { $0[1] == 0 }),
  ("rounds-as-other-thread", numbers([{ $0.roundUp() }, { $0.roundsUp }]) { $0[1] == 1 }),
  ("hands-over", handsOver(pastCache: false)), ("hands-over-past-cache", handsOver(pastCache: true)),
  ("raw-lock", rawLock(initializes: true)), ("raw-lock-uninitialized", rawLock(initializes: false)),
  (
    "two-addresses",
    {
      try check(threads: $0, under: $1, fresh: { TwoAddresses() }, roles: [{ $0.write() }, { $0.read() }]) {
        $1[1] == 7
      }
    }
  ),
  ("lock-of-thread", counts([{ $0.countWithLockOfThread() }, { $0.countWithLockOfThread() }], 2)),
]

private func numbers(
  _ roles: [(borrowing Edges) -> Int], expecting isExpected: @escaping ([Int]) -> Bool = { _ in true }
) -> Check {
  { try check(threads: $0, under: $1, fresh: { Edges() }, roles: roles) { isExpected($1) } }
}

private func handsOver(pastCache: Bool) -> Check {
  {
    try check(
      threads: $0, under: $1, fresh: { HandsOver(pastCache: pastCache) }, roles: [{ $0.store() }, { $0.load() }]
    ) { $1 == [7, 7] }
  }
}

private func rawLock(initializes: Bool) -> Check {
  {
    try check(
      threads: $0, under: $1, fresh: { CountsWithRawLock(initializes: initializes) },
      roles: [{ $0.add() }, { $0.add() }]
    ) { Set($1) == [1, 2] }
  }
}

private func counts(_ roles: [(borrowing Edges) -> Int], _ count: Int, permits: UInt32 = 1) -> Check {
  {
    try check(threads: $0, under: $1, fresh: { Edges(permits: permits) }, roles: roles) { seen, _ in seen.count == count
    }
  }
}
