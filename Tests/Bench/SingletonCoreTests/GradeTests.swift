import SingletonCore
import Testing

import struct SingletonCore.Expectation

/// The outcome of ten trials, healthy unless the tally is changed.
struct GradedOutcome {
  private(set) var outcome = StressRow()

  init(_ status: RowStatus = .ok, _ counters: KeyValuePairs<Counter, UInt64> = [:], aliveAllowed: UInt64 = 1) {
    var tally = Tally()
    for counter in [Counter.trials, .inits, .talliedInits, .lifetimes, .instances] { tally[counter] = 10 }
    for counter in [Counter.instancesMax, .liveMax] { tally[counter] = 1 }
    for (counter, value) in counters { tally[counter] = value }
    outcome.measured = Measurements()
    outcome.measured?.tally = tally
    (outcome.status, outcome.aliveAllowed) = (status, aliveAllowed)
  }

  func grade(_ expectation: Expectation) -> Grade? {
    var row = outcome
    row.expected = expectation
    return row.deservedGrade
  }
}

@Suite struct `Grades` {
  /// For each defect, counters that show it.
  static let shown: [(Defect, KeyValuePairs<Counter, UInt64>)] = [
    (.instances, [.instancesMax: 2, .multiInstanceTrials: 1]), (.inits, [.talliedInits: 11]), (.reinits, [.reinits: 1]),
    (.nestedInits, [.nestedInits: 1]), (.halfBuilt, [.halfBuilt: 1]), (.nilResults, [.nilResults: 1]),
    (.wrongClass, [.wrongClass: 1]), (.usedAfterDestroy, [.usedAfterDestroy: 1]), (.liveMax, [.liveMax: 2]),
    (.refused, [.refused: 1]),
  ]

  @Test(arguments: shown.indices) func `an undeclared defect fails a row, and a declared one does not`(index: Int) {
    let (defect, counters) = Self.shown[index]
    let row = GradedOutcome(.ok, counters)
    #expect(row.outcome.shown == [defect])
    #expect(row.outcome.forbidden == [defect])
    #expect(row.grade(.sound) == .failed)
    #expect(row.grade(.sound(may: [defect])) == .passed)
    #expect(row.grade(Expectation(.all([defect]))) == .reproduced)
    #expect(row.grade(Expectation(.any([defect, .crash]))) == .reproduced)
    #expect(GradedOutcome(.trapped("SIGILL"), counters).grade(.trap) == .failed)
    #expect(GradedOutcome(.hung, counters).grade(.hang) == .failed)
  }

  @Test func `a healthy row has passed, or has not reproduced its defect`() {
    let row = GradedOutcome()
    #expect(row.outcome.shown.isEmpty)
    #expect(row.grade(.sound) == .passed)
    #expect(row.grade(.defect(.instances)) == .notReproduced)
    #expect(row.grade(.anyDefect(.instances, .crash)) == .notReproduced)
  }

  @Test func `a defect is reproduced by all of its signs, or by one of several alternatives`() {
    let row = GradedOutcome(.ok, [.reinits: 1])
    #expect(row.grade(.defect(.reinits, .halfBuilt)) == .notReproduced)
    #expect(row.grade(.anyDefect(.reinits, .halfBuilt)) == .reproduced)
    #expect(GradedOutcome(.ok, [.reinits: 1, .halfBuilt: 2]).grade(.defect(.reinits, .halfBuilt)) == .reproduced)
  }

  @Test func `what follows from a declared defect does not fail a row`() {
    let row = GradedOutcome(.ok, [.instancesMax: 3, .multiInstanceTrials: 1, .liveMax: 3, .talliedInits: 12])
    #expect(row.grade(.defect(.instances)) == .reproduced)
    #expect(row.grade(.defect(.inits)) == .failed)
  }

  @Test func `counts within their allowances do not fail a row`() {
    #expect(GradedOutcome(.ok, [.instancesMax: 2]).grade(.sound) == .passed)
    #expect(GradedOutcome(.ok, [.instancesMax: 2]).grade(.defect(.instances)) == .reproduced)
    #expect(GradedOutcome(.ok, [.liveMax: 2], aliveAllowed: 2).grade(.sound) == .passed)
    #expect(GradedOutcome(.ok, [.liveMax: 3], aliveAllowed: 2).grade(.sound) == .failed)
    #expect(GradedOutcome(.ok, [.talliedInits: 9]).grade(.sound) == .passed)
    #expect(GradedOutcome(.ok, [.inits: 12]).grade(.sound) == .passed)
  }
}

@Suite struct `Grades by row status` {
  private static let expectations: [Expectation] = [
    .sound, .defect(.instances), .anyDefect(.instances, .crash), .trap, .hang, .sound(may: [.crash]),
  ]

  @Test(
    arguments: [
      (.trapped("SIGILL"), [.failed, .failed, .failed, .passed, .failed, .failed]),
      (.hung, [.failed, .failed, .failed, .failed, .passed, .failed]),
      (.crashed("SIGSEGV"), [.failed, .failed, .reproduced, .failed, .failed, .passed]),
      (.exit(3), [.failed, .failed, .failed, .failed, .failed, .failed]),
      (.skipped("why"), [nil, nil, nil, nil, nil, nil]), (.interrupted, [nil, nil, nil, nil, nil, nil]),
      (.ok, [.passed, .notReproduced, .notReproduced, .failed, .failed, .passed]),
    ] as [(RowStatus, [Grade?])])
  func `a row's end is graded by its declaration`(status: RowStatus, grades: [Grade?]) {
    #expect(Self.expectations.map(GradedOutcome(status).grade) == grades)
  }

  @Test func `a row that must trap or hang passes with either, and fails if it ends`() {
    #expect(GradedOutcome(.trapped("SIGILL")).grade(.trapOrHang) == .passed)
    #expect(GradedOutcome(.hung).grade(.trapOrHang) == .passed)
    #expect(GradedOutcome(.ok).grade(.trapOrHang) == .failed)
  }

  @Test func `an interrupted row has no grade, whatever it has shown`() {
    #expect(GradedOutcome(.interrupted, [.halfBuilt: 1]).grade(.sound) == nil)
  }

  @Test func `a defect may be reproduced by a row that crashed, if a crash is allowed`() {
    let row = GradedOutcome(.crashed("SIGSEGV"), [.instancesMax: 2, .multiInstanceTrials: 1])
    #expect(row.grade(.defect(.instances, may: [.crash])) == .reproduced)
    #expect(GradedOutcome(.crashed("SIGSEGV")).grade(.defect(.instances, may: [.crash])) == .notReproduced)
    #expect(GradedOutcome(.crashed("SIGSEGV")).grade(Expectation(.trap, may: [.crash])) == .failed)
  }
}
