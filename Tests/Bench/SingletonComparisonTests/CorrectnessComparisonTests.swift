import SingletonCore
import SingletonPlatform
import SingletonTextFormats
import Testing

import struct SingletonCore.Expectation

@testable import SingletonComparison

@Suite struct `Correctness between two reports` {
  private static let defect = Expectation.defect(.instances)
  private static let crashable = Expectation.defect(.instances, may: [.crash])

  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let old: StressRow
    let new: StressRow
    let verdict: GroupChange
    var testDescription: String { name }

    init(_ name: String, _ old: StressRow, _ new: StressRow, _ verdict: GroupChange) {
      (self.name, self.old, self.new, self.verdict) = (name, old, new, verdict)
    }
  }

  static let cases = [
    Case("passed in both", sample(), sample(), .sameOutcomes),
    Case("newly failed", sample(), sample(grade: .failed), .worse),
    Case("newly crashed", sample(), sample(grade: .failed, status: .crashed("SIGSEGV")), .worse),
    Case("no longer failed", sample(grade: .failed), sample(), .better),
    Case("failed in both", sample(grade: .failed), sample(grade: .failed), .sameOutcomes),
    Case("failed, and now it hangs", sample(grade: .failed), sample(grade: .failed, status: .hung), .worse),
    Case("hung, and now only failed", sample(grade: .failed, status: .hung), sample(grade: .failed), .better),
    Case(
      "a declared crash is no worse end", sample(crashable, grade: .reproduced),
      sample(crashable, grade: .reproduced, status: .crashed("SIGSEGV")),
      .sameOutcomes),
    Case(
      "reproduced in both", sample(defect, grade: .reproduced, violating: 500),
      sample(defect, grade: .reproduced, violating: 900_000),
      .sameOutcomes),
    Case("no longer declared sound", sample(), sample(defect, grade: .reproduced, violating: 500), .worse),
    Case("now declared sound", sample(defect, grade: .reproduced, violating: 500), sample(), .better),
    Case(
      "not reproduced, with enough trials", sample(defect, grade: .reproduced, violating: 500),
      sample(defect, grade: .notReproduced),
      .tooWeak),
    Case(
      "not reproduced, with too few trials", sample(defect, grade: .reproduced, violating: 500),
      sample(defect, grade: .notReproduced, trials: 10), .sameOutcomes),
    Case(
      "not reproduced in both", sample(defect, grade: .notReproduced), sample(defect, grade: .notReproduced),
      .sameOutcomes),
    Case("skipped now", sample(), sample(grade: nil, status: .skipped("12 started")), .missing),
    Case("interrupted before", sample(grade: nil, status: .interrupted), sample(), .new),
    Case(
      "interrupted before, and now broken", sample(grade: nil, status: .interrupted), sample(grade: .failed), .worse),
  ]

  private static func sample(
    _ expected: Expectation = .sound, grade: Grade? = .passed, status: RowStatus = .ok,
    trials: UInt64 = 1_000_000,
    violating: UInt64 = 0
  ) -> StressRow {
    row("any", expected, grade, status: status, trials: trials, violating: violating)
  }

  @Test(arguments: cases) func `correctness is compared by what was declared and seen`(example: Case) throws {
    let comparison = try ComparisonRunner().compare([example.old], [example.new])
    #expect(comparison.rows.map(\.verdict) == [example.verdict], "\(comparison.rows[0].why)")
    #expect(comparison.findings == (example.verdict == .new ? [] : [example.verdict]))
    #expect(!comparison.rows[0].why.isEmpty && !comparison.rows[0].why.contains("\n"))
  }

  @Test func `a defect that another thread count reproduced is reproduced`() throws {
    let old = [2, 64].map { row("x", Self.defect, .reproduced, violating: 500, threads: $0) }
    let new = [
      row("x", Self.defect, .notReproduced, threads: 2),
      row("x", Self.defect, .reproduced, violating: 500, threads: 64),
    ]
    #expect(try ComparisonRunner().compare(old, new).findings == [.sameOutcomes])
  }

  @Test func `a row that vanished is missing, unless that is forgiven`() throws {
    let runner = try ComparisonRunner()
    let both = [row("a"), row("b")]
    #expect(try runner.compare(both, [both[0]]).findings == [.sameOutcomes, .missing])
    let forgiving = try runner.compare(both, [both[0]]) { $0.allowsMissing = true }
    #expect(forgiving.findings == [.sameOutcomes])
    #expect(forgiving.rows.map(\.isForgiven) == [true, false])
    #expect(forgiving.rows[0].why == "missing in the new report; which is forgiven")
  }

  @Test func `a row that only the new report has is new, and no fault unless that is forbidden`() throws {
    let runner = try ComparisonRunner()
    let both = [row("a"), row("b")]
    let comparison = try runner.compare([both[0]], both)
    #expect(comparison.rows.map(\.verdict) == [.new, .sameOutcomes])
    #expect(comparison.rows[0].why == "missing in the old report; now passed")
    #expect(comparison.findings == [.sameOutcomes])
    #expect(try runner.compare([both[0]], both) { $0.allowsNew = false }.findings == [.new, .sameOutcomes])
  }

  @Test(arguments: [Scenario.failing, .canceled, .lateConfiguration])
  func `an old report lacks the rows of a new scenario, and is compared in its own`(scenario: Scenario) throws {
    var new = row("a")
    new.key.scenario = scenario.id
    let comparison = try ComparisonRunner().compare([row("a")], [row("a"), new])
    #expect(Set(comparison.rows.map(\.verdict)) == [.new, .sameOutcomes] && comparison.findings == [.sameOutcomes])
  }

  @Test func `a new row that breaks its promise is worse`() throws {
    let comparison = try ComparisonRunner().compare([row("a")], [row("a"), row("b", .sound, .failed, violating: 5)])
    #expect(comparison.findings == [.worse, .sameOutcomes])
    #expect(comparison.rows[0].why.hasPrefix("new, and a promise is broken: an outcome that is not declared in "))
  }

  @Test func `a newly broken promise is named by its defects, and comes before counts that are worse`() throws {
    func counted(_ strategy: String, _ instructions: UInt64) -> StressRow {
      var row = row(strategy)
      row.host.build = "release"
      let count = InstructionCount(instructions: instructions, atomics: 0, calls: 0, systemCalls: 0)
      row.measured?.counts = AccessCounts()
      row.measured?.counts?.later = count
      return row
    }
    var broken = row("b", .sound, .failed, violating: 5)
    broken.measured?.tally[.multiInstanceTrials] = 5
    broken.measured?.tally[.instancesMax] = 2
    let comparison = try ComparisonRunner().compare([counted("a", 7), row("b")], [counted("a", 8), broken])
    #expect(comparison.rows.map(\.key.strategy) == ["b", "a"] && comparison.findings == [.worse])
    #expect(comparison.rows.map(\.breaksPromise) == [true, false])
    #expect(
      comparison.rows[0].why.hasPrefix("a promise is newly broken: passed before, now two instances in "),
      "\(comparison.rows[0].why)")
  }

  @Test func `different numbers of replicates are compared`() throws {
    let old = (1...3).map { row(replicate: $0) }
    let new = (1...7).map { row(replicate: $0) }
    #expect(try ComparisonRunner().compare(old, new).findings == [.sameOutcomes])
  }

  @Test func `one failed replicate of many is a broken promise`() throws {
    let old = (1...3).map { row(replicate: $0) }
    let new = (1...3).map { row("mutex", .sound, $0 == 2 ? .failed : .passed, replicate: $0) }
    #expect(try ComparisonRunner().compare(old, new).findings == [.worse])
  }

  @Test func `a row that is twice in one run is refused, and a row of two runs is two replicates`() throws {
    let runner = try ComparisonRunner()
    let file = try runner.file([row()], "a.csv")
    #expect(throws: InputError.self) { try ComparedReport([file, file]) }
    let other = try runner.file([row(run: "other")], "b.csv")
    #expect(try ComparedReport([file, other]).groups.map(\.replicates) == [2])
  }

  @Test func `the rate of violations has an interval over six replicates, and none over one`() throws {
    let old = [400, 450, 500, 550, 600, 700].enumerated().map {
      row("x", Self.defect, .reproduced, violating: $1, replicate: $0 + 1)
    }
    let new = row("x", Self.defect, .reproduced, trials: 30_000, violating: 30_000)
    #expect(
      try ComparisonRunner().compare(old, [new]).rows[0].why
        == "reproduced in 100% of 30,000 trials; before: reproduced in 0.0525% (0.04-0.07%) of 6,000,000 trials")
  }

  @Test func `the most important rows come first`() throws {
    let old = ["a", "b", "c", "d"].map { row($0) }
    let new = [
      row("a"), row("c"), row("d", .sound, .failed),
    ]
    let rows = try ComparisonRunner().compare(old, new).rows
    #expect(rows.map(\.key.strategy) == ["d", "b", "a", "c"])
  }
}
