import Outcomes
import Testing

/// What ten trials came to, healthy unless the tally is changed.
struct GradedOutcome {
  var status = RowStatus.ok
  var aliveAllowed: UInt64 = 1
  private var tally = Tally()

  init(_ status: RowStatus = .ok, _ counters: KeyValuePairs<Counter, UInt64> = [:], aliveAllowed: UInt64 = 1) {
    self.status = status
    self.aliveAllowed = aliveAllowed
    for counter in [Counter.trials, .inits, .talliedInits, .lifetimes, .instances] { tally[counter] = 10 }
    for counter in [Counter.instancesMax, .liveMax] { tally[counter] = 1 }
    for (counter, value) in counters { tally[counter] = value }
  }

  var outcome: Outcome { Outcome(status: status, tally: tally, aliveAllowed: aliveAllowed) }

  func grade(_ expectation: Expectation) -> Grade? { outcome.grade(against: expectation) }
}

@Suite struct `A grade` {
  /// For each observation, counters that show it.
  static let shown: [(Observation, KeyValuePairs<Counter, UInt64>)] = [
    (.instances, [.instancesMax: 2, .crowdedTrials: 1]), (.inits, [.talliedInits: 11]), (.reinits, [.reinits: 1]),
    (.nestedInits, [.nestedInits: 1]), (.halfBuilt, [.halfBuilt: 1]), (.nilResults, [.nilResults: 1]),
    (.wrongClass, [.wrongClass: 1]), (.usedAfterDestroy, [.usedAfterDestroy: 1]), (.liveMax, [.liveMax: 2]),
    (.refused, [.refused: 1]),
  ]

  @Test(arguments: shown.indices) func `is broken by what nobody declared, and by nothing that was`(index: Int) {
    let (observation, counters) = Self.shown[index]
    let row = GradedOutcome(.ok, counters)
    #expect(row.outcome.shown == [observation])
    #expect(row.outcome.forbidden(by: .sound) == [observation])
    #expect(row.grade(.sound) == .broken)
    #expect(row.grade(.sound(may: [observation])) == .held)
    #expect(row.grade(Expectation(.all([observation]))) == .shown)
    #expect(row.grade(Expectation(.any([observation, .crash]))) == .shown)
    #expect(GradedOutcome(.trapped("SIGILL"), counters).grade(.trap) == .broken)
    #expect(GradedOutcome(.hung, counters).grade(.hang) == .broken)
  }

  @Test func `of a healthy row is held, or says that the defect was not shown`() {
    let row = GradedOutcome()
    #expect(row.outcome.shown.isEmpty)
    #expect(row.grade(.sound) == .held)
    #expect(row.grade(.defect(.instances)) == .notShown)
    #expect(row.grade(.anyDefect(.instances, .crash)) == .notShown)
  }

  @Test func `is shown by all of what must be shown, and by one of what may stand for it`() {
    let row = GradedOutcome(.ok, [.reinits: 1])
    #expect(row.grade(.defect(.reinits, .halfBuilt)) == .notShown)
    #expect(row.grade(.anyDefect(.reinits, .halfBuilt)) == .shown)
    #expect(GradedOutcome(.ok, [.reinits: 1, .halfBuilt: 2]).grade(.defect(.reinits, .halfBuilt)) == .shown)
  }

  @Test func `is not broken by what follows from a declared defect`() {
    let row = GradedOutcome(.ok, [.instancesMax: 3, .crowdedTrials: 1, .liveMax: 3, .talliedInits: 12])
    #expect(row.grade(.defect(.instances)) == .shown)
    #expect(row.grade(.defect(.inits)) == .broken)
  }

  @Test func `counts one instance and one alive as nothing special`() {
    #expect(GradedOutcome(.ok, [.instancesMax: 2]).grade(.sound) == .held)
    #expect(GradedOutcome(.ok, [.instancesMax: 2]).grade(.defect(.instances)) == .shown)
    #expect(GradedOutcome(.ok, [.liveMax: 2], aliveAllowed: 2).grade(.sound) == .held)
    #expect(GradedOutcome(.ok, [.liveMax: 3], aliveAllowed: 2).grade(.sound) == .broken)
    #expect(GradedOutcome(.ok, [.talliedInits: 9]).grade(.sound) == .held)
    #expect(GradedOutcome(.ok, [.inits: 12]).grade(.sound) == .held)
  }
}

@Suite struct `The grade of a row that ended otherwise` {
  private static let expectations: [Expectation] = [
    .sound, .defect(.instances), .anyDefect(.instances, .crash), .trap, .hang, .sound(may: [.crash]),
  ]

  @Test(
    arguments: [
      (.trapped("SIGILL"), [.broken, .broken, .broken, .held, .broken, .broken]),
      (.hung, [.broken, .broken, .broken, .broken, .held, .broken]),
      (.crashed("SIGSEGV"), [.broken, .broken, .shown, .broken, .broken, .held]),
      (.exit(3), [.broken, .broken, .broken, .broken, .broken, .broken]),
      (.skipped("why"), [nil, nil, nil, nil, nil, nil]), (.interrupted, [nil, nil, nil, nil, nil, nil]),
      (.ok, [.held, .notShown, .notShown, .broken, .broken, .held]),
    ] as [(RowStatus, [Grade?])])
  func `is what was declared of its end`(status: RowStatus, grades: [Grade?]) {
    #expect(Self.expectations.map(GradedOutcome(status).grade) == grades)
  }

  @Test func `is none where nothing ran to its end, whatever was seen`() {
    #expect(GradedOutcome(.interrupted, [.halfBuilt: 1]).grade(.sound) == nil)
  }

  @Test func `may be shown by a crash besides what must be shown`() {
    let row = GradedOutcome(.crashed("SIGSEGV"), [.instancesMax: 2, .crowdedTrials: 1])
    #expect(row.grade(.defect(.instances, may: [.crash])) == .shown)
    #expect(GradedOutcome(.crashed("SIGSEGV")).grade(.defect(.instances, may: [.crash])) == .notShown)
    #expect(GradedOutcome(.crashed("SIGSEGV")).grade(Expectation(.trap, may: [.crash])) == .broken)
  }
}
