import ModeledSynchronization
import Testing

/// Unwraps what another thread may not have made yet.
private final class Unwrapping {
  private let lock = Mutex(())
  @Plain private var isMade = false
  @Plain private var made: Cache?

  var cache: Cache {
    if !isMade {
      lock.withLock { _ in
        if !isMade {
          isMade = true
          made = Cache()
        }
      }
    }
    return made!
  }
}

private final class Refusing {
  private let calls = Atomic(0)

  var cache: Cache? {
    precondition(calls.wrappingAdd(1, ordering: .relaxed).oldValue == 0, "asked twice")
    return nil
  }
}

@Suite struct `Failed preconditions of a user's class` {
  @Test func `a nil that is unwrapped is an execution that stops the process`() throws {
    let result = try check(fresh: { Unwrapping() }, access: { $0.cache })
    #expect(result.verdict == .refuted && result.findings.contains(.trap))
  }

  @Test func `a precondition that fails is drawn, and replayed`() throws {
    let check = { replay in
      try ModeledSynchronization.check(threads: 2, replay: replay, fresh: { Refusing() }, access: { $0.cache })
    }
    let first = try check(nil)
    #expect(
      first.findings.contains(.trap) && first.counterexample?.contains("-> calls: 0 becomes 1") == true, "\(first)")
    #expect(try check(first.replayCode).counterexample == first.counterexample)
  }

  @Test func `a precondition that fails outside of a check ends the process`() async {
    await #expect(processExitsWith: .failure) {
      _ = try check(fresh: { Refusing() }, access: { $0.cache })
      preconditionFailure("after the check")
    }
  }
}
