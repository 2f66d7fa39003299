import SingletonCommands
import SingletonCore
import SingletonCourse
import Testing

import struct SingletonCore.Expectation

@Suite struct `Runs of lessons` {
  private static let run = Lesson.Activity.runs("raced", in: .firstAccess)
  private static let claim = Lesson.Activity.claims("it holds", .passes())

  private func run(
    _ activities: [Lesson.Activity], in runner: ScriptedRunner = ScriptedRunner(), guess: Int? = nil
  ) throws -> (outcome: ExitCode, events: [LessonEvent]) {
    let presenter = ScriptedPresenter(guess: guess)
    let lesson = Lesson(id: "invented", title: "Invented", closing: "Nothing.", activities: activities)
    var run = LessonRun(lesson, runner: runner, presenter: presenter)
    return (try run.perform(), presenter.events)
  }

  @Test func `a lesson passes if its claims are true`() throws {
    let (outcome, events) = try run([Self.run, Self.claim], in: ScriptedRunner(rows: [stressRow(.passed)]))
    #expect(outcome == .passed)
    #expect(events.judgments == [.seen])
  }

  @Test func `a lesson with a false claim fails, and goes on`() throws {
    let failed = stressRow(.failed) { $0[.halfBuilt] = 3 }
    let activities = [Self.run, Self.claim, .says("still here")]
    let (outcome, events) = try run(activities, in: ScriptedRunner(rows: [failed]))
    #expect(outcome == .failed)
    #expect(
      events.judgments
        == [.notSeen(expected: "the promise in every trial", got: "handed out half-built in 1,000 trials")])
    #expect(events.contains { if case .paragraph("still here") = $0 { true } else { false } })
  }

  @Test func `a claim about an experiment that has not run fails`() throws {
    let (outcome, events) = try run([Self.claim])
    #expect(outcome == .failed)
    #expect(events.judgments == [.notSeen(expected: "a run", got: "none")])
  }

  @Test func `an interrupted run ends the lesson`() throws {
    let runner = ScriptedRunner(rows: [stressRow(nil, status: .interrupted)])
    let (outcome, events) = try run([Self.run, Self.claim], in: runner)
    #expect(outcome == .interrupted)
    #expect(events.judgments.isEmpty)
  }

  /// Runs an experiment that has the given number of trials for each 100 ms.
  private func race(trialsPerRun: UInt64, status: RowStatus = .ok) throws -> (rows: [StressRow], times: [Duration]) {
    var times: [Duration] = []
    let runner = ScriptedRunner(rowsOf: { experiment in
      times.append(experiment.time)
      let trials = trialsPerRun * UInt64(experiment.time / .milliseconds(100))
      return [stressRow(.passed, status: status) { $0[.trials] = trials }]
    })
    let (_, events) = try run([Self.run], in: runner)
    let rows = events.compactMap { if case .run(let rows, _) = $0 { rows } else { nil } }.flatMap(\.self)
    return (rows, times)
  }

  @Test func `an experiment with enough trials runs once, and nothing is said of them`() throws {
    let (rows, times) = try race(trialsPerRun: 100)
    #expect(times == [.milliseconds(100)] && rows.shortage == nil)
  }

  @Test func `an experiment with few trials goes on longer until there are enough`() throws {
    let (rows, times) = try race(trialsPerRun: 25)
    #expect(times == [.milliseconds(100), .milliseconds(400)])
    #expect(rows.map { $0.measured?.tally[.trials] } == [100] && rows.shortage == nil)
  }

  @Test func `an experiment that stays with few trials says so`() throws {
    let (rows, times) = try race(trialsPerRun: 2)
    #expect(times == [.milliseconds(100), .milliseconds(400), .milliseconds(1_600)])
    #expect(
      rows.shortage == "Only 32 trials of raced with 2 threads: this machine is busy, and so few trials say little.")
  }

  @Test(arguments: [RowStatus.interrupted, .hung, .trapped("SIGILL")])
  func `an experiment that does not end well does not go on`(status: RowStatus) throws {
    let (rows, times) = try race(trialsPerRun: 2, status: status)
    #expect(times.count == 1 && rows.shortage == nil)
  }

  @Test func `only the strategy with few trials goes on`() throws {
    var strategies: [[String]] = []
    let runner = ScriptedRunner(rowsOf: { experiment in
      strategies.append(experiment.strategies)
      return experiment.strategies.map { strategy in
        stressRow(.passed, strategy: strategy) { $0[.trials] = strategy == "fast" || strategies.count > 1 ? 1_000 : 1 }
      }
    })
    let (_, events) = try run([.runs("fast", "slow", in: .firstAccess)], in: runner)
    #expect(strategies == [["fast", "slow"], ["slow"]])
    guard case .run(let rows, _) = events[1] else {
      Issue.record("no run: \(events)")
      return
    }
    #expect(rows.map(\.key.strategy) == ["fast", "slow"] && rows.allSatisfy { !$0.hasFewTrials })
  }

  @Test func `the answer comes with its question and the reader's guess`() throws {
    let question = Lesson.Activity.asks("Which?", .wrong("this"), .right("that"))
    let (_, events) = try run([question, .answers("because")], guess: 0)
    guard case .answer(let prediction, let guess, "because") = events[2] else {
      Issue.record("no answer: \(events)")
      return
    }
    #expect(prediction.question == "Which?" && prediction.rightIndex == 1 && guess == 0)
  }

  @Test(arguments: [
    ("a", 0), ("B", 1), (" b ", 1), ("2", 1), (" That", 1), ("  c) and more", nil), ("b and more", nil), ("d", nil),
    ("0", nil), ("", nil), ("ab", nil),
  ])
  func `a prediction is recognized by its letter, its number or its words`(typed: String, index: Int?) {
    #expect(Prediction("Which?", [.wrong("this"), .right("that"), .wrong("none")]).index(of: typed) == index)
  }
}

extension [LessonEvent] {
  var judgments: [Judgment] {
    compactMap { event in
      if case .claim(_, let judgment, _) = event { judgment } else { nil }
    }
  }
}
