import InstrumentedTasks
import SingletonSchedules
import Testing

#if canImport(Glibc) && arch(x86_64)
  /// The runtime locks a task while it cancels or resumes the task.
  @Suite struct `A task that is resumed under a lock` {
    @Test func `is not decided if the cancellation takes the lock, too`() async throws {
      let result = try await check(
        fresh: { Parked() },
        roles: { await $0.waitAndCancel() },
        {
          $0.fulfillUnderLock()
          return true
        }, expecting: { _, _ in true })
      #expect(result.verdict == .undecided, "\(result)")
      #expect(result.obstacle?.contains("resumes a task while it holds a lock") == true, "\(result)")
    }

    @Test func `is proved if the lock is given back before`() async throws {
      let result = try await check(
        fresh: { Parked() },
        roles: { await $0.waitAndCancel() },
        {
          $0.fulfill()
          return true
        }, expecting: { _, _ in true })
      #expect(result.isProved, "\(result)")
    }
  }
#endif
