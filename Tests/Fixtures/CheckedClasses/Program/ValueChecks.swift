import CheckedClasses
import SingletonCheck

typealias Check = (ClosedRange<Int>, MemoryModel) throws -> CheckResult
typealias NamedCheck = (name: String, check: Check)

/// Returns the check of two threads that have two roles.
func inRoles<Owner: ~Copyable, Value>(
  fresh: @escaping () -> Owner, _ one: @escaping (borrowing Owner) throws -> Value,
  _ other: @escaping (borrowing Owner) throws -> Value,
  expecting isExpected: @escaping (borrowing Owner, [Value]) -> Bool
) -> Check {
  { try check(threads: $0, under: $1, fresh: fresh, roles: one, other, expecting: isExpected) }
}

let valueChecks: [NamedCheck] = [
  (
    "built-twice",
    { try check(threads: $0, under: $1, buildsOnce: true, fresh: { KeepsFirst() }, access: { $0.cache }) }
  ),
  ("last-two", lastTwoOf32), ("turned-away", turnedAway),
  ("service", { try check(threads: $0, under: $1, fresh: { Services() }, access: { $0.service }) }),
  ("racy-service", { try check(threads: $0, under: $1, fresh: { Services() }, access: { $0.racyService }) }),
  ("struct", { try check(threads: $0, under: $1, fresh: { Services() }, access: { $0.session }) }),
  ("pointer", { try check(threads: $0, under: $1, fresh: { Services() }, access: { $0.pointer }) }),
  ("number", { try check(threads: $0, under: $1, fresh: { Services() }, access: { $0.number }) }),
  (
    "identified",
    {
      try check(threads: $0, under: $1, fresh: { Services() }, identity: { $0 }, access: { $0.number })
    }
  ),
  (
    "unequal",
    {
      try check(threads: $0, under: $1, fresh: { Services() }, identity: { $0 }, access: { $0.nextNumber() })
    }
  ),
  ("nothing", { try check(threads: $0, under: $1, fresh: { Services() }, access: { $0.prepare() }) }),
  ("throwing", { try check(threads: $0, under: $1, fresh: { Services() }, access: { try $0.serviceOrError() }) }),
  ("throwing-recorded", recorded),
  ("first-only", { try check(threads: $0, under: $1, fresh: { FirstOnly() }, access: { $0.taken }) }),
  ("nil-always", { try check(threads: $0, under: $1, fresh: { Services() }, access: { _ in nil as Cache? }) }),
  ("inbox", inbox([{ $0.subscribe() }, { $0.deliver() }])),
  ("guarded-inbox", inbox([{ $0.subscribeGuarded() }, { $0.deliverGuarded() }])),
  ("counter", counter([{ $0.incrementTwice() }]) { counter, values in counter.count == 2 * values.count }),
  (
    "three-roles",
    counter([{ $0.increment() }, { $0.increment() }, { $0.none }]) { _, values in values.sorted() == [0, 1, 2] }
  ),
  ("judging-traps", counter([{ $0.increment() }]) { _, values in values[2] == 0 }),
  ("split-counter", counter([{ $0.incrementInTwoSteps() }]) { counter, values in counter.count == values.count }),
]

@_silgen_name("_swift_setWillThrowHandler")
private func setWillThrowHandler(_ handler: @convention(c) (UnsafeRawPointer) -> Void)
nonisolated(unsafe) private var recordedCount = 0

/// Has each error recorded that is thrown, as Swift Testing does, and prints how many were.
private func recorded(_ threads: ClosedRange<Int>, _ model: MemoryModel) throws -> CheckResult {
  setWillThrowHandler { _ in recordedCount += 1 }
  let result = try check(threads: threads, under: model, fresh: { Services() }, access: { try $0.serviceOrError() })
  print("by the check: \(recordedCount)")
  let services = Services()
  for _ in 0..<2 { _ = try? services.serviceOrError() }
  print("beside it: \(recordedCount)")
  return result
}

/// Whether a thread that does not wait can be turned away by one that does.
private func turnedAway(_ threads: ClosedRange<Int>, _ model: MemoryModel) throws -> CheckResult {
  try check(
    threads: threads, under: model, fresh: { WaitsOrNot() }, roles: { $0.next(waits: true) }, { $0.next(waits: false) },
    expecting: { _, numbers in !numbers.contains(nil) })
}

private func inbox(_ roles: [(borrowing Inbox) -> Void]) -> Check {
  { try check(threads: $0, under: $1, fresh: { Inbox() }, roles: roles) { inbox, _ in inbox.received == 1 } }
}

private func counter(
  _ roles: [(borrowing Counter) -> Int], expecting isExpected: @escaping (borrowing Counter, [Int]) -> Bool
) -> Check {
  { try check(threads: $0, under: $1, fresh: { Counter() }, roles: roles, expecting: isExpected) }
}

/// Only the last two of 32 threads ask for the instance.
private func lastTwoOf32(_ threads: ClosedRange<Int>, _ model: MemoryModel) throws -> CheckResult {
  let ask: (borrowing LookThenBuild) -> Cache? = { $0.cache }
  return try check(
    threads: threads, under: model, fresh: { LookThenBuild() },
    roles: Array(repeating: { _ in nil }, count: 30) + [ask, ask]
  ) { _, values in values[30] === values[31] }
}
