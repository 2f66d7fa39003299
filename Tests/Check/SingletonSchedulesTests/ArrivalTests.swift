import Testing

@testable import SingletonSchedules

@MainActor private final class Letters {
  nonisolated let owner = Plain()
  var all: [Int] = []
  nonisolated init() {}
  func add(_ letter: Int) { all.append(letter) }
}

@Suite(.enabled(if: ScheduleCheck.obstacle == nil))
struct `Two jobs that run at the same time` {
  /// Natively, 2 comes between 1 and 3 in one of a thousand runs.
  @Test func `and enqueue on one actor, one of them twice, prove nothing`() async throws {
    let result = try await check(tasks: 2, fresh: { Letters() }) { letters -> AnyObject? in
      let first = Task.detached {
        Task { @MainActor in letters.add(1) }
        await Task { @MainActor in letters.add(3) }.value
      }
      let second = Task.detached { await Task { @MainActor in letters.add(2) }.value }
      await first.value
      await second.value
      return await letters.all == [1, 2, 3] ? nil : letters.owner
    }
    #expect(result.verdict == .undecided)
    #expect(result.obstacle?.contains("enqueues two others on one actor") == true, "\(result)")
  }

  /// Natively, 2 comes before 1 if the second task is faster.
  @Test func `and enqueue on one actor, one of them after it has started the other, prove nothing`() async throws {
    let result = try await check(tasks: 2, fresh: { Letters() }) { letters -> AnyObject? in
      let first = Task.detached {
        let second = Task.detached { await Task { @MainActor in letters.add(2) }.value }
        await Task { @MainActor in letters.add(1) }.value
        await second.value
      }
      await first.value
      return await letters.all.first == 2 ? nil : letters.owner
    }
    #expect(result.verdict == .undecided, "\(result)")
    #expect(result.obstacle?.contains("makes a task ready and then enqueues on an actor") == true, "\(result)")
  }

  @Test func `and enqueue on one actor once each are proved`() async throws {
    let result = try await check(tasks: 2, fresh: { Letters() }) { letters -> AnyObject? in
      await Task { @MainActor in letters.add(1) }.value
      return await letters.all.count > 2 ? nil : letters.owner
    }
    #expect(result.verdict == .proved, "\(result)")
  }
}
