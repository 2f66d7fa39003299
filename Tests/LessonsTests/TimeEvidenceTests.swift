import Lessons
import Outcomes
import Testing

@Suite struct `The evidence of times` {
  private func judgement(_ evidence: Evidence, _ rows: StressRow...) throws -> Judgement {
    let audience = ScriptedAudience()
    let parts = [Part.races("raced", in: .firstAccess), .claims("so it is", evidence)]
    let lesson = Lesson(id: "invented", title: "Invented", outlook: "Nothing.", parts: parts)
    var run = LessonRun(lesson, in: ScriptedLaboratory(race: rows), before: audience)
    _ = try run.perform()
    return try #require(audience.passages.judgements.first)
  }

  private static let contention = Evidence.cost(
    .access("raced", threads: 2), isAtLeast: 3, times: .access("raced", threads: 1))
  private static let one = raceRow(.held, threads: 1, access: 10, threadsAtOnce: 1)

  @Test func `is a ratio that is reached`() throws {
    #expect(Self.contention.isOfTimes)
    #expect(try judgement(Self.contention, Self.one, raceRow(.held, access: 30)) == .seen)
    #expect(
      try judgement(Self.contention, Self.one, raceRow(.held, access: 29))
        == .notSeen(expected: "at least 3 times as long", got: "29 ns against 10 ns"))
  }

  @Test func `compares with the floor too`() throws {
    let overFloor = Evidence.cost(.access("raced", threads: 1), isAtLeast: 10, times: .floor("raced", threads: 1))
    #expect(try judgement(overFloor, Self.one) == .seen)
  }

  @Test func `is not asked of a debug build, nor where the threads were not let run at one time`() throws {
    let debug = raceRow(.held, build: "debug", access: 29)
    #expect(
      try judgement(Self.contention, Self.one, debug)
        == .beyondThisMachine("a debug build: times are those of unoptimised code"))
    let crowdedOut = raceRow(.held, access: 29, threadsAtOnce: 1.25)
    #expect(
      try judgement(Self.contention, Self.one, crowdedOut)
        == .beyondThisMachine("others are running: on average 1.25 of 2 threads ran"))
  }

  @Test func `fails where there are no times`() throws {
    #expect(
      try judgement(Self.contention, Self.one, raceRow(.held))
        == .notSeen(expected: "at least 3 times as long", got: "no times"))
    #expect(try judgement(Self.contention, Self.one).isFailure)
  }

  @Test func `of oversubscription is the processor time, where there are more threads than cores`() throws {
    let turns = Evidence.processorTimeIsThatOfTheCores("raced", threads: 64)
    #expect(try judgement(turns, raceRow(.held, threads: 64, threadsAtOnce: 2)) == .seen)
    #expect(
      try judgement(turns, raceRow(.held, threads: 64, threadsAtOnce: 3))
        == .notSeen(expected: "no more processor time than the cores have", got: "that of 3 cores"))
    #expect(
      try judgement(turns, raceRow(.held, threads: 64, cores: 64))
        == .beyondThisMachine("64 threads are not too many for 64 cores"))
  }
}
