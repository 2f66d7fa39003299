import SingletonCore
import Testing

import struct SingletonCore.Expectation

@testable import SingletonCourse

@Suite struct `Evidence of claims` {
  /// Returns the judgment of a claim by these results.
  private func judgment(
    _ evidence: Evidence, rows: [StressRow] = [], check: CheckRow? = nil
  ) throws -> Judgment {
    let presenter = ScriptedPresenter()
    var activities = [Lesson.Activity.runs("raced", in: .firstAccess), .claims("so it is", evidence)]
    if check != nil { activities.insert(.checks("checked", in: .firstAccess), at: 0) }
    let lesson = Lesson(id: "invented", title: "Invented", closing: "Nothing.", activities: activities)
    var run = LessonRun(lesson, runner: ScriptedRunner(rows: rows, check: check), presenter: presenter)
    _ = try run.perform()
    return try #require(presenter.events.judgments.first)
  }

  private static let defect = Expectation.defect(.instances)
  private static let twoInstances = Evidence.shows(.instances)

  @Test func `a claim of a defect needs a row that shows it, and nothing undeclared`() throws {
    let shown = stressRow(.reproduced, expected: Self.defect) { $0[.instancesMax] = 2 }
    #expect(try judgment(Self.twoInstances, rows: [shown]) == .seen)
    let silent = stressRow(.notReproduced, expected: Self.defect)
    #expect(
      try judgment(Self.twoInstances, rows: [silent])
        == .notSeen(expected: "more than one instance", got: "nothing unusual in 1,000 trials"))
    #expect(try judgment(Self.twoInstances, rows: [silent, shown]) == .seen)
    let broken = stressRow(.failed, expected: Self.defect) {
      $0[.instancesMax] = 2
      $0[.nilResults] = 1
    }
    #expect(try judgment(Self.twoInstances, rows: [broken]).isFailure)
  }

  @Test func `a claim of a defect is not judged on a single core`() throws {
    let silent = stressRow(.notReproduced, expected: Self.defect, cores: 1)
    #expect(
      try judgment(Self.twoInstances, rows: [silent])
        == .beyondThisMachine("one core only: threads rarely overlap"))
    #expect(try judgment(Self.twoInstances, rows: [stressRow(.failed, cores: 1)]).isFailure)
  }

  @Test func `a claim of a promise needs every row to keep it`() throws {
    let holds = Evidence.passes()
    #expect(try judgment(holds, rows: [stressRow(.passed), stressRow(.passed, threads: 4)]) == .seen)
    #expect(try judgment(holds, rows: [stressRow(.passed), stressRow(.failed)]).isFailure)
    let skipped = stressRow(nil, status: .skipped("2 of 4 threads started"))
    #expect(
      try judgment(holds, rows: [skipped])
        == .notSeen(expected: "the promise in every trial", got: "skipped:2 of 4 threads started in 1,000 trials"))
  }

  @Test func `a claim of a trap needs every trial to trap`() throws {
    let trap = Evidence.ends(in: .trap)
    let trapped = stressRow(.passed, expected: .trap, status: .trapped("SIGILL"))
    #expect(try judgment(trap, rows: [trapped]) == .seen)
    #expect(try judgment(trap, rows: [stressRow(.passed, expected: .hang, status: .hung)]).isFailure)
    #expect(try judgment(trap, rows: [stressRow(.failed, expected: .trap)]).isFailure)
  }

  @Test func `a claim of a counterexample needs the declared finding`() throws {
    let half = Evidence.finds(.halfBuilt)
    let refuted = checkRow(.refuted, .reproduced, finds: [.halfBuilt, .race], strongest: .rc11)
    #expect(try judgment(half, check: refuted) == .seen)
    #expect(try judgment(half, check: checkRow(.refuted, .failed, finds: [.halfBuilt])).isFailure)
    #expect(
      try judgment(half, check: checkRow(.refuted, .reproduced, finds: [.race], strongest: .sc))
        == .notSeen(
          expected: "handed out half-built", got: "refuted: data race on plain memory, strongest model sc"))
    let needsWeakMemory = Evidence.isSeen(from: .rc11)
    #expect(try judgment(needsWeakMemory, check: refuted) == .seen)
    #expect(try judgment(needsWeakMemory, check: checkRow(.refuted, .reproduced, strongest: .sc)).isFailure)
  }

  @Test(arguments: [
    (Evidence.allows("r=1", from: .rc11), true), (.allows("r=1", from: .tso), false),
    (.allows("r=2", from: .rc11), false), (.forbids("r=2"), true), (.forbids("r=1"), false),
  ]) func `a claim of an outcome needs it, under this model and no stronger one`(evidence: Evidence, holds: Bool) throws
  {
    let endings = [LitmusEnding(values: "r=1", model: .rc11, example: Counterexample())]
    let presenter = ScriptedPresenter()
    let lesson = Lesson(
      id: "invented", title: "Invented", closing: "Nothing.",
      activities: [.explores("program", ["W.rlx x 1"], observing: ["x"]), .claims("seen", evidence)])
    var run = LessonRun(lesson, runner: ScriptedRunner(endings: endings), presenter: presenter)
    _ = try run.perform()
    #expect(presenter.events.judgments.map(\.isFailure) == [!holds])
  }

  @Test func `a claim of what another program checks is not judged without that program`() throws {
    var row = checkRow(.notModeled, .passed)
    (row.form, row.grade, row.obstacle) = (.plain, nil, "it does not run")
    for evidence in [Evidence.isProved, .finds(.instances)] {
      #expect(try judgment(evidence, check: row) == .beyondThisMachine("it does not run"))
    }
  }

  @Test func `a claim of a proof needs a proof`() throws {
    let proof = Evidence.isProved
    #expect(try judgment(proof, check: checkRow(.proved, .passed)) == .seen)
    #expect(try judgment(proof, check: checkRow(.undecided, .passed)) == .notSeen(expected: "a proof", got: "limit"))
  }
}
