import InstrumentedTasks
import Synchronization
import Testing

@testable import SingletonSchedules

#if arch(x86_64)
  /// The owner's code never uses its lock and its atomic, and the closures here are not compiled for a check.
  @Suite(.enabled(if: ScheduleCheck.obstacle == nil))
  struct `A lock or an atomic that no code of the owner uses` {
    @Test(arguments: [2, 3]) func `is harmless if no other code does`(tasks: Int) async throws {
      let result = try await check(
        tasks: tasks, time: .seconds(600), fresh: { WithUnusedLock() }, access: { await $0.current() })
      #expect(result.isProved, "\(result)")
    }

    @Test func `leaves the number of schedules as it is without them`() async throws {
      let result = try await check(tasks: 2, fresh: { WithUnusedLock() }, access: { await $0.current() })
      let other = try await check(tasks: 2, fresh: { WithoutLock() }, access: { await $0.current() })
      #expect(result.schedules == other.schedules && other.isProved, "\(result)")
    }

    @Test func `may be looked at when all tasks have ended`() async throws {
      let result = try await check(
        fresh: { WithUnusedLock() }, roles: { await $0.current() },
        expecting: { owner, all in owner.notes.withLock { $0 == 0 } && all[0] === all[1] })
      #expect(result.isProved, "\(result)")
    }

    @Test func `decides nothing if a closure of the test uses the lock, and the result says who does`() async throws {
      let result = try await check(
        tasks: 2, fresh: { WithUnusedLock() },
        access: { owner in
          owner.notes.withLock { _ in }
          return await owner.current()
        })
      #expect(result.verdict == .undecided, "\(result)")
      #expect(result.obstacle?.contains("(notes, hits)") == false && result.obstacle?.contains("hits, notes") == true)
      #expect(result.obstacle?.contains("also of the test if a closure of the test does") == true, "\(result)")
    }

    @Test func `decides nothing if a closure changes the atomic and changes it back`() async throws {
      let result = try await check(
        tasks: 2, fresh: { WithUnusedLock() },
        access: { owner in
          owner.hits.add(1, ordering: .sequentiallyConsistent)
          owner.hits.subtract(1, ordering: .sequentiallyConsistent)
          return await owner.current()
        })
      #expect(result.verdict == .undecided, "\(result)")
    }

    @Test func `decides nothing if only some schedules use it`() async throws {
      let result = try await check(
        fresh: { WithUnusedLock() }, roles: { await $0.current() },
        { owner in
          let isLate = await owner.isMade
          let thing = await owner.current()
          if isLate { owner.hits.add(1, ordering: .relaxed) }
          return thing
        }, expecting: { _, all in all[0] === all[1] })
      #expect(result.verdict == .undecided, "\(result)")
    }
  }

  /// The same without them.
  private actor WithoutLock {
    private var made: InstrumentedTasks.Thing?

    func current() async -> InstrumentedTasks.Thing {
      if let made { return made }
      await Task.yield()
      if let made { return made }
      let thing = InstrumentedTasks.Thing()
      made = thing
      return thing
    }
  }
#endif
