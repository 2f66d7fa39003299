import CheckedClasses
import SingletonCheck

let libraryVariableChecks: [NamedCheck] = [
  ("atomic-of-shared", counted({ Counted.next }) { Set($0) == Set(42..<42 + $0.count) }),
  ("atomic-of-unguarded", counted({ Counted.unguardedNext }) { Set($0) == [41] }),
  ("generic-number", keptNumber { $0.exchange(1) }), ("generic-unguarded", keptNumber { $0.exchangeUnguarded(1) }),
  (
    "generic-object",
    {
      try check(
        threads: $0, under: $1, fresh: { Kept(Cache()) }, roles: { $0.exchange(Cache()) },
        expecting: { _, values in Set(values.map(ObjectIdentifier.init)).count == values.count })
    }
  ),
  ("weak-to-nothing", observing([{ $0.isObserved }])),
  ("observed-unguarded", observing([{ $0.isObserved }, { $0.forgetUnguarded() }])),
  ("weak-to-object", observing([{ $0.isSomebodyThere }])),
  ("unowned", lending([{ $0.sizeUnderLock }])),
  ("unowned-after-end", lending([{ $0.size }, { $0.letGo() }])),
  ("queue-specific", onQueue { $0.cacheOnQueue }), ("queue-in-queue", onQueue { $0.cacheOnBothQueues }),
  ("wrong-queue", onQueue { $0.cacheOnWrongQueue }), ("queue-with-target", onQueue { $0.cacheOnTarget }),
  ("bytes", bytes([{ $0.nextUnderLock() }, { $0.nextUnderLock() }])),
  ("bytes-without-lock", bytes([{ $0.nextUnderLock() }, { $0.nextWithoutLock() }])),
]

private func counted(_ next: @escaping () -> Int, expecting isExpected: @escaping ([Int]) -> Bool) -> Check {
  { try check(threads: $0, under: $1, fresh: {}, roles: { _ in next() }, expecting: { isExpected($1) }) }
}

/// The thread that comes first gets 0.
private func keptNumber(_ exchange: @escaping (borrowing Kept<Int>) -> Int) -> Check {
  {
    try check(
      threads: $0, under: $1, fresh: { Kept(0) }, roles: exchange,
      expecting: { _, values in values.filter { $0 == 0 }.count == 1 })
  }
}

private func observing(_ roles: [(borrowing Weakly) -> Any]) -> Check {
  {
    try check(
      threads: $0, under: $1, fresh: { Weakly() }, roles: roles.map { role in { _ = role($0) } },
      expecting: { _, _ in true })
  }
}

private func lending(_ roles: [(borrowing Borrows) -> Any]) -> Check {
  {
    try check(
      threads: $0, under: $1, fresh: { Borrows() }, roles: roles.map { role in { _ = role($0) } },
      expecting: { _, _ in true })
  }
}

private func onQueue(_ access: @escaping (borrowing KnowsItsQueue) -> Cache?) -> Check {
  { try check(threads: $0, under: $1, fresh: { KnowsItsQueue() }, access: access) }
}

private func bytes(_ roles: [(borrowing CopiesBytes) -> Int]) -> Check {
  { try check(threads: $0, under: $1, fresh: { CopiesBytes() }, roles: roles) { Set($1) == [1, 2] } }
}
