import CSingletons
import CheckedClasses
import Foundation
import SingletonCheck

let outsideChecks: [NamedCheck] = [
  ("clock", { try check(threads: $0, under: $1, fresh: { Outside() }, access: { $0.withClock }) }),
  ("random", { try check(threads: $0, under: $1, fresh: { Outside() }, access: { $0.withRandomNumber }) }),
  ("random-swift", draws(from: .swift)), ("random-runtime", draws(from: .runtime)),
  ("random-system", draws(from: .system)), ("random-entropy", draws(from: .entropy)),
  ("random-buffer", draws(from: .buffer)),
  ("random-words", draws(from: .words)),
  (
    "random-in-place",
    { try check(threads: $0, under: $1, fresh: { Draws() }, identity: { $0 }, access: { $0.numberInPlace() }) }
  ),
  ("sequence", { try check(threads: $0, under: $1, fresh: { Outside() }, access: { $0.withSharedSequence }) }),
  (
    "blocking",
    { threads, model in
      let pipe = Pipe()
      let descriptor = pipe.fileHandleForReading.fileDescriptor
      return try withExtendedLifetime(pipe) {
        try check(threads: threads, under: model, fresh: { Outside() }, access: { $0.cache(after: descriptor) })
      }
    }
  ),
  ("nested", { try check(threads: $0, under: $1, fresh: { Nested() }, access: { $0.cache }) }),
  ("unlocked-early", { try check(threads: $0, under: $1, fresh: { Nested() }, access: { $0.cacheUnlockedEarly }) }),
  ("locked-twice", { try check(threads: $0, under: $1, fresh: { Nested() }, access: { $0.cacheOfTwice }) }),
  ("doubles", nested { $0.double() }), ("increases", nested { $0.increase() }),
  ("without-unlock", { try check(threads: $0, under: $1, fresh: { Outside() }, access: { $0.withoutUnlock }) }),
  ("trapping", { try check(threads: $0, under: $1, fresh: { Outside() }, access: { $0.trapping }) }),
  (
    "traps-at-old-value",
    {
      try check(
        threads: $0, under: $1, fresh: { CountsDown() }, roles: { $0.begin() }, { $0.next() }, { $0.next() },
        expecting: { $1 == [0, 0, 0] })
    }
  ),
  ("counts-ends", { try check(threads: $0, under: $1, fresh: { CountsEnds() }, access: { $0.withGuest }) }),
  ("by-address", { try check(threads: $0, under: $1, fresh: { OrdersByAddress() }, access: { $0.cache }) }),
  ("ends-locked", guests(.locked)),
  ("ends-after-lock", letGo(.locked)), ("ends-under-lock", letGo(.lockedAsGuests)),
  ("ends-under-tally", letGo(.locked, [{ $0.heldUnderTally }, { $0.taken }])),
  ("static-lock", { try check(threads: $0, under: $1, fresh: {}, access: { _ in GuardedByStaticLock.cache }) }),
  ("thread-dictionary", elsewhere { ObjectIdentifier($0.inThreadDictionary) }),
  ("own-memory", elsewhere { $0.inOwnMemory }),
  ("own-variable", elsewhere { $0.through(cs_per_thread) }), ("own-number", elsewhere { $0.byNumberOfThread }),
  ("file", inFile), ("open-file", inOpenFile), ("read-file", elsewhere { $0.readsFile }),
  ("buffer", elsewhere { $0.inBuffer }), ("library-sequence", elsewhere { $0.inSequence }),
  ("name", elsewhere { $0.byName }), ("name-again", nameAgain),
  ("process-table", tables({ $0.makesTable() }, { $0.makesTable() }) { $0.reduce(0, +) == 1 }),
  ("marks-if-first", tables({ $0.looksAfterTable() }, { $0.marksIfFirst() }) { _ in true }),
  ("caches", elsewhere { $0.byCaches }), ("position", atPosition), ("folder", elsewhere { $0.inFolder }),
  ("mask", elsewhere { $0.byMask }),
  ("posted", afterPost),
  ("own-error", ownError), ("written-by-system", writtenBySystem),
  ("exits", elsewhere { $0.once { exit(0) } }), ("exits-at-once", elsewhere { $0.once { _exit(0) } }),
  ("aborts", elsewhere { $0.once { abort() } }), ("raises", elsewhere { $0.once { raise(SIGTERM) } }),
  ("kills", elsewhere { $0.once { kill(getpid(), SIGKILL) } }),
  ("fresh-aborts", { try check(threads: $0, under: $1, fresh: { () -> Elsewhere in abort() }, access: { $0.byMask }) }),
  ("fresh-exits", { try check(threads: $0, under: $1, fresh: { () -> Elsewhere in exit(3) }, access: { $0.byMask }) }),
  ("environment", elsewhere { $0.inEnvironment }), ("defaults", elsewhere { $0.inDefaults }),
]

/// Owners that are not new in each execution.
let keptOwnerChecks: [NamedCheck] = [
  (
    "kept-owner",
    {
      let owner = ByName()
      return try check(threads: $0, under: $1, fresh: { owner }, access: { $0.inTwoSections })
    }
  ),
  (
    "captured-owner",
    {
      let owner = ByName()
      return try check(threads: $0, under: $1, fresh: {}, access: { _ in owner.inTwoSections })
    }
  ),
]

let countChecks: [NamedCheck] = [
  ("visited", sharesGuest(kept: true, [{ $0.visit }])),
  ("visited-and-let-go", sharesGuest(kept: true, [{ $0.visit }, { $0.letGoOfFirst }, { $0.letGoOfSecond }])),
  ("ends-once", sharesGuest(kept: false, [{ $0.endsAfterFirst }, { $0.endsAfterSecond }]) { $0.contains(1) }),
  ("first-ends", sharesGuest(kept: false, [{ $0.endsAfterFirst }, { $0.endsAfterSecond }]) { $0 != [1, 0] }),
  ("second-ends", sharesGuest(kept: false, [{ $0.endsAfterFirst }, { $0.endsAfterSecond }]) { $0 != [0, 1] }),
  ("leaves-numbers", leavesNumbers { $0.leaveSecond() }), ("leaves-late", leavesNumbers { $0.leaveSecondLate() }),
  ("asked", asks([{ $0.held }, { $0.isAlone }])),
  ("asked-for-one", asks([{ $0.held }, { $0.isAlone }]) { $0[1] == 1 }),
  ("asked-for-several", asks([{ $0.held }, { $0.isAlone }]) { $0[1] == 0 }),
  ("asked-of-copy", asks([{ $0.held }, { $0.isCopyAlone }])),
  ("asked-under-lock", asks([{ $0.heldUnderLock }, { $0.isAlone }]) { $0[1] == 1 }),
  ("asked-with-another", asks([{ $0.heldUnderLock }, { $0.isTakenAlone }]) { $0[1] == 0 }),
]

private func asks(
  _ roles: [(borrowing AsksForReferences) -> Int], expecting isExpected: @escaping ([Int]) -> Bool = { _ in true }
) -> Check {
  { try check(threads: $0, under: $1, fresh: { AsksForReferences() }, roles: roles) { isExpected($1) } }
}

private func sharesGuest(
  kept: Bool, _ roles: [(borrowing SharesGuest) -> Int], expecting isExpected: @escaping ([Int]) -> Bool = { _ in true }
) -> Check {
  {
    try check(threads: $0, under: $1, fresh: { SharesGuest(keepsThird: kept) }, roles: roles) { _, numbers in
      isExpected(numbers)
    }
  }
}

private func leavesNumbers(_ leave: @escaping (borrowing LeavesNumbers) -> Void) -> Check {
  {
    try check(
      threads: $0, under: $1, fresh: { LeavesNumbers() }, roles: { $0.leaveFirst() }, leave,
      expecting: { owner, _ in owner.sum == 3 })
  }
}

/// Whether each thread draws numbers of its own, which are the same in each execution.
private func draws(from source: RandomSource) -> Check {
  { threads, model in
    var drawn: Set<UInt64?> = []
    return try check(
      threads: threads, under: model, fresh: { Draws() }, roles: [{ $0.number(from: source) }]
    ) { _, numbers in
      drawn.formUnion(numbers)
      return drawn.count == numbers.count && !drawn.contains(nil)
    }
  }
}

private func guests(_ counting: CountsGuests.Counting) -> Check {
  { try check(threads: $0, under: $1, fresh: { CountsGuests(counting) }, access: { $0.cacheAfterCount }) }
}

private func letGo(
  _ counting: CountsGuests.Counting, _ roles: [(borrowing CountsGuests) -> Cache?] = [{ $0.held }, { $0.forgotten }]
) -> Check {
  { try check(threads: $0, under: $1, fresh: { CountsGuests(counting) }, roles: roles) { _, _ in true } }
}

private func inFile(_ threads: ClosedRange<Int>, _ model: MemoryModel) throws -> CheckResult {
  let path = NSTemporaryDirectory() + "checked-class-\(getpid())"
  defer { unlink(path) }
  return try elsewhere { $0.inFile(path) }(threads, model)
}

private func inOpenFile(_ threads: ClosedRange<Int>, _ model: MemoryModel) throws -> CheckResult {
  let file = tmpfile()!
  defer { fclose(file) }
  let descriptor = fileno(file)
  return try elsewhere { $0.inOpenFile(descriptor) }(threads, model)
}

private func ownError(_ threads: ClosedRange<Int>, _ model: MemoryModel) throws -> CheckResult {
  try check(
    threads: threads, under: model, fresh: { Elsewhere() },
    roles: { $0.error { access("/no/such/file", F_OK) } }, { $0.error { access("/proc/self/comm/file", F_OK) } },
    expecting: { _, errors in errors[0] == ENOENT && errors[1] == ENOTDIR })
}

private final class Byte {
  let byte = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
  let elsewhere = Elsewhere()
}

private func writtenBySystem(_ threads: ClosedRange<Int>, _ model: MemoryModel) throws -> CheckResult {
  try check(
    threads: threads, under: model, fresh: { Byte() }, roles: { $0.elsewhere.read(into: $0.byte) },
    expecting: { _, _ in true })
}

private func atPosition(_ threads: ClosedRange<Int>, _ model: MemoryModel) throws -> CheckResult {
  let file = open("/proc/self/exe", O_RDONLY)
  defer { close(file) }
  return try elsewhere { $0.atPosition(file) }(threads, model)
}

private func afterPost(_ threads: ClosedRange<Int>, _ model: MemoryModel) throws -> CheckResult {
  let post = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  sem_init(post, 0, 4)
  return try elsewhere { $0.after(post) }(threads, model)
}

private func elsewhere<Value: Hashable>(_ access: @escaping (borrowing Elsewhere) -> Value) -> Check {
  {
    try check(
      threads: $0, under: $1,
      fresh: {
        unsetenv("CHECKED_CLASS")
        return Elsewhere()
      }, identity: { $0 }, access: access)
  }
}

private func tables(
  _ first: @escaping (borrowing Elsewhere) -> Int, _ second: @escaping (borrowing Elsewhere) -> Int,
  expecting isExpected: @escaping ([Int]) -> Bool
) -> Check {
  { try check(threads: $0, under: $1, fresh: { Elsewhere() }, roles: first, second, expecting: { isExpected($1) }) }
}

/// The first check leaves the name that the second finds.
private func nameAgain(_ threads: ClosedRange<Int>, _ model: MemoryModel) throws -> CheckResult {
  _ = try elsewhere { $0.byName }(threads, model)
  return try elsewhere { $0.byName }(threads, model)
}

private func nested(_ access: @escaping (borrowing Nested) -> Int) -> Check {
  { try check(threads: $0, under: $1, fresh: { Nested() }, roles: access, expecting: { _, _ in true }) }
}
