import Foundation
import PlainCForms
import SingletonCheck

/// What belongs to a thread of the system: the threads of a check are one.
func addThreadsOfSystem(to forms: inout Forms) {
  forms.add("S_mainThreadNoShortcut") { try check(fresh: { MainThreadShortcut() }, access: { $0.guarded }) }
  let keys: [(String, @Sendable () -> Int)] = [
    ("B_perPthread", { Int(bitPattern: UInt(pthread_self())) }),
    ("B_perThreadName", { Thread.current.name?.count ?? 0 }),
    (
      "B_perStack",
      {
        var here = 0
        return withUnsafePointer(to: &here) { Int(bitPattern: $0) >> 16 }
      }
    ),
    ("S_perProcess", { Int(getpid()) }), ("S_perUser", { Int(getuid()) }),
  ]
  for (name, key) in keys {
    forms.add(name) { try check(fresh: { PerKey() }, access: { $0.shared(key()) }) }
  }
  forms.add(
    "B_errnoOverwritten", fresh: { Errors() }, roles: { $0.overwritten() }, { $0.overwritten() },
    expecting: { _, v in v[0] == EBADF })
  forms.add(
    "S_plainErrno", fresh: { Errors() }, roles: { $0.parsed("1") }, { $0.parsed("99999999999999999999") },
    expecting: { _, v in v == [0, ERANGE] })
  forms.add("S_plainThreadLocal", fresh: { Errors() }, roles: { $0.own(1) }, { $0.own(2) }) { _, v in v == [1, 2] }
  // Each thread has a variable of its own, which the other does not see.
  forms.add("B_plainThreadLocalShared") {
    try check(fresh: { Errors() }, roles: { $0.own(1) }, { $0.ownUnset() }, expecting: { _, v in v[1] == 1 })
  }
}

/// On the main thread it takes no lock.
private final class MainThreadShortcut: @unchecked Sendable {
  private let lock = NSLock()
  private var made: Thing?
  private func build() -> Thing {
    if made == nil { made = Thing() }
    return made!
  }
  var guarded: Thing { lock.withLock { build() } }
  var shared: Thing { Thread.isMainThread ? build() : guarded }
}

/// An instance for each key: the promise is one for all.
private final class PerKey: @unchecked Sendable {
  private let lock = NSLock()
  private var made: [Int: Thing] = [:]
  func shared(_ key: Int) -> Thing {
    lock.withLock {
      if let known = made[key] { return known }
      let new = Thing()
      made[key] = new
      return new
    }
  }
}

private final class Errors: @unchecked Sendable {
  private let lock = NSLock()
  private var calls = 0
  private func count() { lock.withLock { calls += 1 } }
  func overwritten() -> Int32 {
    close(-1)
    _ = open("/nowhere", O_RDONLY)
    count()
    return errno
  }
  func parsed(_ text: String) -> Int32 {
    plain_parse(text)
    count()
    return plain_errno()
  }
  func own(_ value: Int) -> Int {
    plain_thread_set(value)
    count()
    return plain_thread_get()
  }
  func ownUnset() -> Int {
    count()
    return plain_thread_get()
  }
}
