import Lessons
import Outcomes
import Testing

@Suite struct `A lesson's run` {
  private static let race = Part.races("raced", in: .firstAccess)
  private static let claim = Part.claims("it holds", .raceHolds("raced", .firstAccess))

  private func run(
    _ parts: [Part], in laboratory: ScriptedLaboratory = ScriptedLaboratory(), guess: Int? = nil
  ) throws -> (outcome: LessonOutcome, passages: [Passage]) {
    let audience = ScriptedAudience(guess: guess)
    let lesson = Lesson(id: "invented", title: "Invented", outlook: "Nothing.", parts: parts)
    var run = LessonRun(lesson, in: laboratory, before: audience)
    return (try run.perform(), audience.passages)
  }

  @Test func `holds where its claims come true`() throws {
    let (outcome, passages) = try run([Self.race, Self.claim], in: ScriptedLaboratory(race: [raceRow(.held)]))
    #expect(outcome == .held)
    #expect(passages.judgements == [.seen])
  }

  @Test func `fails where one claim does not come true, and goes on`() throws {
    let broken = raceRow(.broken) { $0[.halfBuilt] = 3 }
    let parts = [Self.race, Self.claim, .says("still here")]
    let (outcome, passages) = try run(parts, in: ScriptedLaboratory(race: [broken]))
    #expect(outcome == .claimFailed)
    #expect(
      passages.judgements
        == [.notSeen(expected: "the promise in every trial", got: "handed out half-built in 1,000 trials")])
    #expect(passages.contains { if case .paragraph("still here") = $0 { true } else { false } })
  }

  @Test func `fails where a claim is about what was never run`() throws {
    let (outcome, passages) = try run([Self.claim])
    #expect(outcome == .claimFailed)
    #expect(passages.judgements == [.notSeen(expected: "a race of raced", got: "none")])
  }

  @Test func `ends where somebody has stopped the race`() throws {
    let laboratory = ScriptedLaboratory(race: [raceRow(nil, status: .interrupted)])
    let (outcome, passages) = try run([Self.race, Self.claim], in: laboratory)
    #expect(outcome == .interrupted)
    #expect(passages.judgements.isEmpty)
  }

  @Test func `gives the answer to the question that was asked, with the reader's guess`() throws {
    let question = Part.asks("Which?", .wrong("this"), .right("that"))
    let (_, passages) = try run([question, .answers("because")], guess: 0)
    guard case .answer(let prediction, let guess, "because") = passages[2] else {
      Issue.record("no answer: \(passages)")
      return
    }
    #expect(prediction.question == "Which?" && prediction.rightIndex == 1 && guess == 0)
  }

  @Test(arguments: [
    ("a", 0), ("B", 1), ("  c) and more", nil), (" b  and more", 1), ("d", nil), ("", nil), ("ab", nil),
  ])
  func `reads a choice by its letter`(typed: String, index: Int?) {
    #expect(Prediction("Which?", [.wrong("this"), .right("that"), .wrong("none")]).index(of: typed) == index)
  }
}

extension [Passage] {
  var judgements: [Judgement] {
    compactMap { passage in
      if case .claim(_, let judgement) = passage { judgement } else { nil }
    }
  }
}
