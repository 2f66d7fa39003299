import Lessons
import Outcomes
import Testing

@Suite struct `The evidence of a claim` {
  /// What a claim comes to, with these results.
  private func judgement(
    _ evidence: Evidence, race: [StressRow] = [], check: CheckRow? = nil
  ) throws -> Judgement {
    let audience = ScriptedAudience()
    var parts = [Part.races("raced", in: .firstAccess), .claims("so it is", evidence)]
    if check != nil { parts.insert(.checks("checked", in: .firstAccess), at: 0) }
    let lesson = Lesson(id: "invented", title: "Invented", outlook: "Nothing.", parts: parts)
    var run = LessonRun(lesson, in: ScriptedLaboratory(race: race, check: check), before: audience)
    _ = try run.perform()
    return try #require(audience.passages.judgements.first)
  }

  private static let defect = Expectation.defect(.instances)
  private static let twoInstances = Evidence.race("raced", .firstAccess, shows: .instances)

  @Test func `of a defect is a row that shows it, and nothing that is not declared`() throws {
    let shown = raceRow(.shown, expected: Self.defect) { $0[.instancesMax] = 2 }
    #expect(try judgement(Self.twoInstances, race: [shown]) == .seen)
    let silent = raceRow(.notShown, expected: Self.defect)
    #expect(
      try judgement(Self.twoInstances, race: [silent])
        == .notSeen(expected: "more than one instance", got: "nothing unusual in 1,000 trials"))
    #expect(try judgement(Self.twoInstances, race: [silent, shown]) == .seen)
    let broken = raceRow(.broken, expected: Self.defect) {
      $0[.instancesMax] = 2
      $0[.nilResults] = 1
    }
    #expect(try judgement(Self.twoInstances, race: [broken]).isFailure)
  }

  @Test func `of a defect is not asked of a single core, where threads seldom meet`() throws {
    let silent = raceRow(.notShown, expected: Self.defect, cores: 1)
    #expect(
      try judgement(Self.twoInstances, race: [silent])
        == .beyondThisMachine("one core only: threads seldom meet"))
    #expect(try judgement(Self.twoInstances, race: [raceRow(.broken, cores: 1)]).isFailure)
  }

  @Test func `of a promise is that every row kept it`() throws {
    let holds = Evidence.raceHolds("raced", .firstAccess)
    #expect(try judgement(holds, race: [raceRow(.held), raceRow(.held, threads: 4)]) == .seen)
    #expect(try judgement(holds, race: [raceRow(.held), raceRow(.broken)]).isFailure)
    let skipped = raceRow(nil, status: .skipped("2 of 4 threads started"))
    #expect(
      try judgement(holds, race: [skipped])
        == .notSeen(expected: "the promise in every trial", got: "skipped:2 of 4 threads started in 1,000 trials"))
  }

  @Test func `of a trap is that every trial had it`() throws {
    let trap = Evidence.race("raced", .firstAccess, endsIn: .trap)
    let trapped = raceRow(.held, expected: .trap, status: .trapped("SIGILL"))
    #expect(try judgement(trap, race: [trapped]) == .seen)
    #expect(try judgement(trap, race: [raceRow(.held, expected: .hang, status: .hung)]).isFailure)
    #expect(try judgement(trap, race: [raceRow(.broken, expected: .trap)]).isFailure)
  }

  @Test func `of a counterexample is the finding, as declared`() throws {
    let half = Evidence.check("checked", .firstAccess, finds: .observed(.halfBuilt))
    let refuted = checkRow(.refuted, .shown, finds: [.observed(.halfBuilt), .race], weakest: .rc11)
    #expect(try judgement(half, check: refuted) == .seen)
    #expect(try judgement(half, check: checkRow(.refuted, .broken, finds: [.observed(.halfBuilt)])).isFailure)
    #expect(
      try judgement(half, check: checkRow(.refuted, .shown, finds: [.race], weakest: .sc))
        == .notSeen(
          expected: "handed out half-built", got: "refuted: data race on plain memory, shown first by sc"))
    let needsWeakMemory = Evidence.check("checked", .firstAccess, isSeenFrom: .rc11)
    #expect(try judgement(needsWeakMemory, check: refuted) == .seen)
    #expect(try judgement(needsWeakMemory, check: checkRow(.refuted, .shown, weakest: .sc)).isFailure)
  }

  @Test(arguments: [(2, 1, true), (2, 0, false), (0, 1, false)])
  func `of a deadlock is that some executions get stuck, and some do not`(ended: Int, stuck: Int, holds: Bool) throws {
    let counts = LitmusCounts(executions: ended, stuckExecutions: stuck, hasRace: false, outcomes: [])
    let parts = [Part.explores("guards", ["LOCK a"]), .claims("stuck", .mayGetStuck("guards"))]
    let audience = ScriptedAudience()
    let lesson = Lesson(id: "invented", title: "Invented", outlook: "Nothing.", parts: parts)
    var run = LessonRun(lesson, in: ScriptedLaboratory(counts: counts), before: audience)
    _ = try run.perform()
    #expect(audience.passages.judgements.map(\.isFailure) == [!holds])
  }

  @Test func `of a proof is a proof`() throws {
    let proof = Evidence.checkProves("checked", .firstAccess)
    #expect(try judgement(proof, check: checkRow(.proved, .held)) == .seen)
    #expect(try judgement(proof, check: checkRow(.limit, .held)) == .notSeen(expected: "a proof", got: "limit"))
  }
}
