import Testing

@testable import SingletonSchedules

@Suite(.enabled(if: ScheduleCheck.obstacle == nil))
struct DrawingTests {
  @Test func `A schedule is drawn with a column for each task, and the line and the actor of each job`() async throws {
    let result = try await check(tasks: 2, fresh: { Store() }, access: { await lookThenSet($0) })
    #expect(
      result.counterexample == """
        Subjects.swift:
            task 1                                           task 2
            -----------------------------------------------  -----------------------------------------------
          1 \(lookLine): if await store.value == nil {
            -> on Store, next on no actor
          2                                                  \(lookLine): if await store.value == nil {
                                                             -> on Store, next on no actor
          3 -> on no actor, next on Store
          4 \(lookLine + 1): await store.set(Thing())
        +--->> on Store, returns A
        | 5                                                  -> on no actor, next on Store
        | 6                                                  \(lookLine + 1): await store.set(Thing())
        +---------------------------------------------------->> on Store, returns B

        the tasks get different instances
        replay:  check(..., replay: "06EZ6-00000-0R8PR")
        """, "\(result)")
  }

  @Test(arguments: [(Awaiting.Wait.sleep, "at 3600s"), (.sleepOfNanoseconds, "at 5ms")])
  func `Virtual time is drawn`(wait: Awaiting.Wait, time: String) async throws {
    let result = try await check(tasks: 2, fresh: { Awaiting(wait) }, access: { await $0.current() })
    #expect(result.counterexample?.contains(time) == true, "\(result)")
  }

  @Test func `A replay code shows the schedule again`() async throws {
    let found = try await check(tasks: 2, fresh: { Store() }, access: { await lookThenSet($0) })
    let code = try #require(found.replayCode)
    let again = try await check(tasks: 2, replay: code, fresh: { Store() }, access: { await lookThenSet($0) })
    #expect(again.counterexample == found.counterexample)
    #expect(again.replayCode == code && again.schedules == 1 && again.findings == [.instances])
  }

  @Test(arguments: ["", "06EZ6", "0ANHT-0K004-3G000-00000-2091K-5N0", "unreadable"])
  func `A text that is no code is an error`(text: String) async {
    await #expect(throws: CheckError.self) {
      try await check(tasks: 2, replay: text, fresh: { Store() }, access: { await lookThenSet($0) })
    }
  }

  @Test func `A code of a check with other arguments is an error`() async throws {
    let code = try #require(
      try await check(tasks: 2, fresh: { Store() }, access: { await lookThenSet($0) }).replayCode)
    await #expect(throws: CheckError.self) {
      try await check(tasks: 3, replay: code, fresh: { Store() }, access: { await lookThenSet($0) })
    }
    await #expect(throws: CheckError.self) {
      try await check(tasks: 2, replay: code, fresh: { Plain() }, access: { await $0.current() })
    }
  }

  @Test func `A code of code that has changed is an error`() async throws {
    let code = try #require(
      try await check(tasks: 2, fresh: { Store() }, access: { await lookThenSet($0) }).replayCode)
    await #expect(throws: CheckError.self) {
      try await check(tasks: 2, replay: code, fresh: { Store() }, access: { _ in Thing() })
    }
  }
}
