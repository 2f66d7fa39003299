import CSingletons
import CheckedClasses
import Foundation
import SingletonCheck

let placedChecks: [NamedCheck] = [
  ("first-is-lower", numbers([{ $0.address }, { $0.address }]) { $0[0] < $0[1] }),
  ("first-is-higher", numbers([{ $0.address }, { $0.address }]) { $0[0] > $0[1] }),
  ("first-is-lower-replayed", replayed),
  ("elsewhere", numbers([{ $0.address }, { $0.address }]) { $0[0] != $0[1] }),
  ("lower-lock-first", numbers([{ $0.takesLowerFirst }, { $0.takesOlderFirst }])),
  ("lower-lock-always-first", numbers([{ $0.takesLowerFirst }, { $0.takesLowerFirst }])),
  ("same-address", replaces(keeping: false)), ("same-object", replaces(keeping: true)),
  ("length-while-loading", numbers([{ $0.load() }, { $0.lengthWhileLoading }])),
  ("number-while-loading", numbers([{ $0.load() }, { $0.numberWhileLoading }])),
  ("by-processor", { try check(threads: $0, under: $1, fresh: { Placed() }) { $0.cache(for: Int(cs_processor())) } }),
  (
    "by-main-thread",
    { try check(threads: $0, under: $1, fresh: { Placed() }) { $0.cache(for: Thread.isMainThread ? 1 : 0) } }
  ),
  (
    "by-address-of-error",
    { try check(threads: $0, under: $1, fresh: { Placed() }) { $0.cache(for: Int(bitPattern: __errno_location())) } }
  ),
]

private func numbers(
  _ roles: [(borrowing Placed) -> Int], expecting isExpected: @escaping ([Int]) -> Bool = { _ in true }
) -> Check {
  { try check(threads: $0, under: $1, fresh: { Placed() }, roles: roles) { isExpected($1) } }
}

private func replaces(keeping keeps: Bool) -> Check {
  let roles: [(borrowing Placed) -> Int] = [
    { $0.replace(keeping: keeps) }, { $0.replace(keeping: keeps) + $0.replace(keeping: keeps) },
  ]
  return {
    try check(threads: $0, under: $1, fresh: { Placed() }, roles: roles) { $0.replacements == $1[0] + $1[1] }
  }
}

/// Shows an execution of the first check again.
private func replayed(_ threads: ClosedRange<Int>, _ model: MemoryModel) throws -> CheckResult {
  func checked(_ code: String?) throws -> CheckResult {
    try check(
      threads: threads, under: model, replay: code, fresh: { Placed() }, roles: { $0.address }, { $0.address },
      expecting: { _, numbers in numbers[0] < numbers[1] })
  }
  return try checked(checked(nil).replayCode)
}
