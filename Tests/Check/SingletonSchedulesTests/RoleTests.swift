import SingletonStrategyChecker
import Testing

@testable import SingletonSchedules

/// Hands out a number that stands for a token, which it fetches once, or so it seems.
private actor Session {
  struct Closed: Error {}
  private var token: Int?
  private var fetches = 0
  private var isClosed = false

  var fetchCount: Int { fetches }

  private func fetch() async -> Int {
    fetches += 1
    let fetched = fetches
    await Task.yield()
    return fetched
  }

  func looked() async -> Int {
    if let token { return token }
    let fetched = await fetch()
    token = fetched
    return fetched
  }

  func lookedAgain() async -> Int {
    if let token { return token }
    let fetched = await fetch()
    if let token { return token }
    token = fetched
    return fetched
  }

  func close() -> Int {
    isClosed = true
    return 0
  }

  func unlessClosed() throws -> Int {
    if isClosed { throw Closed() }
    return 1
  }
}

@Suite(.enabled(if: ScheduleCheck.obstacle == nil))
struct `Values of roles` {
  @Test func `that an await lets differ are refuted, and drawn`() async throws {
    let result = try await check(
      fresh: { Session() }, roles: { await $0.looked() }, expecting: { _, tokens in Set(tokens).count == 1 })
    #expect(result.findings == [.unexpected], "\(result)")
    #expect(result.counts[.unexpected, default: 0] < result.schedules)
    let drawing = try #require(result.counterexample)
    #expect(drawing.contains("judges what all have got"))
    #expect(drawing.contains("task 1 returns 1, task 2 returns 2, which is not as expected"), "\(drawing)")
    let again = try await check(
      replay: result.replayCode, fresh: { Session() }, roles: { await $0.looked() },
      expecting: { _, tokens in Set(tokens).count == 1 })
    #expect(again.counterexample == drawing)
  }

  @Test func `that are the same in every schedule are proved`() async throws {
    let result = try await check(
      tasks: 3, fresh: { Session() }, roles: { await $0.lookedAgain() },
      expecting: { _, tokens in Set(tokens).count == 1 })
    #expect(result.isProved, "\(result)")
  }

  @Test func `are judged with the owner, which may be an actor`() async throws {
    let result = try await check(
      fresh: { Session() }, roles: { await $0.lookedAgain() },
      expecting: { session, _ in await session.fetchCount == 1 })
    #expect(result.findings == [.unexpected], "\(result)")
  }

  @Test func `have the order of the tasks`() async throws {
    let result = try await check(
      tasks: 2, fresh: { Session() }, roles: { await $0.close() }, { await $0.looked() }, { await $0.looked() },
      expecting: { _, values in values.map { $0 > 0 } == [false, true, true] })
    #expect(result.isProved, "\(result)")
    #expect(result.tasks == 3)
  }

  @Test func `break the promise if one is an error, and are then not judged`() async throws {
    let result = try await check(
      fresh: { Session() }, roles: { await $0.close() }, { try await $0.unlessClosed() }, expecting: { _, _ in true })
    #expect(result.findings == [.refused], "\(result)")
    #expect(result.counts[.refused, default: 0] < result.schedules)
  }

  @Test func `are not decided if the judgment waits forever`() async throws {
    let result = try await check(
      fresh: { Session() }, roles: { await $0.lookedAgain() },
      expecting: { _, _ in
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        return true
      })
    #expect(result.verdict == .undecided)
    #expect(result.obstacle?.hasPrefix("expecting has not returned") == true, "\(result)")
  }

  @Test func `of a task that is canceled during its call are judged if it returns one`() async throws {
    let role: @Sendable (Session) async -> Int = { session in
      let isEarly = Task.isCancelled
      _ = await session.lookedAgain()
      return Task.isCancelled && !isEarly ? -1 : 1
    }
    let checked = { (code: String?) async throws in
      try await check(
        cancelsFirst: true, replay: code, fresh: { Session() }, roles: role, { await $0.close() },
        expecting: { _, values in values[0] == 1 })
    }
    let result = try await checked(nil)
    #expect(result.findings == [.unexpected], "\(result)")
    #expect(result.counts[.unexpected, default: 0] < result.schedules)
    #expect(result.counterexample?.contains("during") == true, "\(result)")
    let again = try await checked(result.replayCode)
    #expect(again.counterexample == result.counterexample)
    // Without the cancellation, no schedule shows it.
    let proved = try await SingletonSchedules.check(
      fresh: { Session() }, roles: role, { await $0.close() }, expecting: { _, values in values[0] == 1 })
    #expect(proved.isProved, "\(proved)")
  }

  @Test func `of a schedule in which a canceled task throws are not judged, and the others still have their promise`()
    async throws
  {
    let role: @Sendable (Session) async throws -> Int = { session in
      _ = await session.lookedAgain()
      try Task.checkCancellation()
      return 1
    }
    let proved = try await check(
      cancelsFirst: true, fresh: { Session() }, roles: role, { await $0.close() },
      expecting: { _, values in values == [1, 0] })
    #expect(proved.isProved, "\(proved)")
    let words = proved.description.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("if it throws, what the tasks have got is not judged"), "\(proved)")
    let refused = try await check(
      cancelsFirst: true, fresh: { Session() }, roles: role, { _ in throw Session.Closed() },
      expecting: { _, _ in true })
    #expect(refused.findings == [.refused], "\(refused)")
  }

  @Test func `are of tasks that nothing cancels unless that is asked for, and the result says so`() async throws {
    let result = try await check(
      fresh: { Session() }, roles: { await $0.lookedAgain() }, expecting: { _, _ in true })
    #expect(result.description.contains("no task is canceled but by the code itself"), "\(result)")
  }

  @Test func `are drawn without code that the compiler has made`() async throws {
    let result = try await check(
      fresh: { Session() }, roles: { await $0.looked() }, expecting: { _, tokens in Set(tokens).count == 1 })
    let drawing = try #require(result.counterexample)
    #expect(!drawing.contains("partial") && !drawing.contains("in check()"), "\(drawing)")
  }

  @Test func `have the name of the check in their result and in its code`() async throws {
    let result = try await check(
      named: "Session.looked", fresh: { Session() }, roles: { await $0.looked() },
      expecting: { _, tokens in Set(tokens).count == 1 })
    #expect(result.name == "Session.looked" && result.description.hasPrefix("Session.looked: refuted"), "\(result)")
    await #expect(throws: CheckError.self) {
      try await check(
        replay: result.replayCode, fresh: { Session() }, roles: { await $0.looked() }, expecting: { _, _ in true })
    }
  }

  @Test func `need two through eight tasks`() async throws {
    await #expect(throws: CheckError.self) {
      try await check(tasks: 1, fresh: { Session() }, roles: { await $0.close() }, expecting: { _, _ in true })
    }
  }
}
