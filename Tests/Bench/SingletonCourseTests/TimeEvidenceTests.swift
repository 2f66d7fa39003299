import SingletonCore
import SingletonCourse
import Testing

import struct SingletonCore.Expectation

@Suite struct `Evidence of times` {
  private func judgment(_ evidence: Evidence, _ rows: StressRow...) throws -> Judgment {
    let presenter = ScriptedPresenter()
    let activities = [Lesson.Activity.runs("raced", in: .firstAccess), .claims("so it is", evidence)]
    let lesson = Lesson(id: "invented", title: "Invented", closing: "Nothing.", activities: activities)
    var run = LessonRun(lesson, runner: ScriptedRunner(rows: rows), presenter: presenter)
    _ = try run.perform()
    return try #require(presenter.events.judgments.first)
  }

  private static let contention = Evidence.cost(
    .access("raced", threads: 2), isAtLeast: 3, times: .access("raced", threads: 1))
  private static let one = stressRow(.passed, threads: 1, access: 10, threadsAtOnce: 1)

  @Test func `a claim of times needs its ratio to be reached`() throws {
    #expect(try judgment(Self.contention, Self.one, stressRow(.passed, access: 30)) == .seen)
    #expect(
      try judgment(Self.contention, Self.one, stressRow(.passed, access: 29))
        == .notSeen(expected: "at least 3 times as long", got: "29 ns against 10 ns"))
  }

  @Test func `a time can be compared with the floor`() throws {
    let overFloor = Evidence.cost(.access("raced", threads: 1), isAtLeast: 10, times: .floor("raced", threads: 1))
    #expect(try judgment(overFloor, Self.one) == .seen)
  }

  @Test func `a claim of times is not judged in a debug build, or on a busy machine`() throws {
    let debug = stressRow(.passed, build: "debug", access: 29)
    #expect(
      try judgment(Self.contention, Self.one, debug)
        == .beyondThisMachine("a debug build: times are those of unoptimized code"))
    let crowdedOut = stressRow(.passed, access: 29, threadsAtOnce: 1.25)
    #expect(
      try judgment(Self.contention, Self.one, crowdedOut)
        == .beyondThisMachine("other processes are running: on average 1.25 of 2 threads ran"))
  }

  @Test func `a claim of times is not judged if the empty loop took longer for one of them`() throws {
    let slow = "the machine was slow during one of the two: even the empty loop took more than 1.1 times as long"
    let later = stressRow(.passed, access: 29, floor: 1.2)
    #expect(try judgment(Self.contention, Self.one, later) == .beyondThisMachine(slow))
    let earlier = stressRow(.passed, threads: 1, access: 10, floor: 1.2, threadsAtOnce: 1)
    #expect(try judgment(Self.contention, earlier, stressRow(.passed, access: 29)) == .beyondThisMachine(slow))
    #expect(try judgment(Self.contention, Self.one, stressRow(.passed, access: 29, floor: 1.05)).isFailure)
  }

  @Test func `a claim of times fails without times`() throws {
    #expect(
      try judgment(Self.contention, Self.one, stressRow(.passed))
        == .notSeen(expected: "at least 3 times as long", got: "no times"))
    #expect(try judgment(Self.contention, Self.one).isFailure)
  }

  @Test func `with more threads than cores the processor time shows oversubscription`() throws {
    let turns = Evidence.processorTimeIsThatOfTheCores("raced", threads: 64)
    #expect(try judgment(turns, stressRow(.passed, threads: 64, threadsAtOnce: 2)) == .seen)
    #expect(
      try judgment(turns, stressRow(.passed, threads: 64, threadsAtOnce: 3))
        == .notSeen(expected: "no more processor time than the cores provide", got: "that of 3 cores"))
    #expect(
      try judgment(turns, stressRow(.passed, threads: 64, cores: 64))
        == .beyondThisMachine("64 threads are not more than 64 cores"))
  }
}
