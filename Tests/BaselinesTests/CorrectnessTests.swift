import Outcomes
import Reports
import Testing

@testable import Baselines

@Suite struct `Correctness between two reports` {
  private static let defect = Outcomes.Expectation.defect(.instances)
  private static let crashable = Outcomes.Expectation.defect(.instances, may: [.crash])

  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let old: StressRow
    let new: StressRow
    let verdict: ComparisonVerdict
    var testDescription: String { name }

    init(_ name: String, _ old: StressRow, _ new: StressRow, _ verdict: ComparisonVerdict) {
      (self.name, self.old, self.new, self.verdict) = (name, old, new, verdict)
    }
  }

  static let cases = [
    Case("held by both", sample(), sample(), .same),
    Case("newly broken", sample(), sample(grade: .broken), .worse),
    Case("newly crashed", sample(), sample(grade: .broken, status: .crashed("SIGSEGV")), .worse),
    Case("no longer broken", sample(grade: .broken), sample(), .better),
    Case("broken by both", sample(grade: .broken), sample(grade: .broken), .same),
    Case("broken, and now it hangs", sample(grade: .broken), sample(grade: .broken, status: .hung), .worse),
    Case("hung, and now only broken", sample(grade: .broken, status: .hung), sample(grade: .broken), .better),
    Case(
      "a declared crash is no worse end", sample(crashable, grade: .shown),
      sample(crashable, grade: .shown, status: .crashed("SIGSEGV")),
      .same),
    Case(
      "shown by both", sample(defect, grade: .shown, violating: 500), sample(defect, grade: .shown, violating: 900_000),
      .same),
    Case("promise declared away", sample(), sample(defect, grade: .shown, violating: 500), .worse),
    Case("declared sound now", sample(defect, grade: .shown, violating: 500), sample(), .better),
    Case(
      "silent, with trials enough", sample(defect, grade: .shown, violating: 500), sample(defect, grade: .notShown),
      .tooWeak),
    Case(
      "silent, with too few trials", sample(defect, grade: .shown, violating: 500),
      sample(defect, grade: .notShown, trials: 10), .same),
    Case("silent by both", sample(defect, grade: .notShown), sample(defect, grade: .notShown), .same),
    Case("skipped now", sample(), sample(grade: nil, status: .skipped("12 started")), .notComparable),
    Case("interrupted before", sample(grade: nil, status: .interrupted), sample(), .notComparable),
  ]

  private static func sample(
    _ expected: Outcomes.Expectation = .sound, grade: Grade? = .held, status: RowStatus = .ok,
    trials: UInt64 = 1_000_000,
    violating: UInt64 = 0
  ) -> StressRow {
    row("any", expected, grade, status: status, trials: trials, violating: violating)
  }

  @Test(arguments: cases) func `is judged by what was declared and seen`(example: Case) throws {
    let comparison = try Bench().compare([example.old], [example.new])
    #expect(comparison.rows.map(\.verdict) == [example.verdict], "\(comparison.rows[0].why)")
    #expect(comparison.findings == [example.verdict])
    #expect(!comparison.rows[0].why.isEmpty && !comparison.rows[0].why.contains("\n"))
  }

  @Test func `a defect that another thread count shows is no silence`() throws {
    let old = [2, 64].map { row("x", Self.defect, .shown, violating: 500, threads: $0) }
    let new = [
      row("x", Self.defect, .notShown, threads: 2),
      row("x", Self.defect, .shown, violating: 500, threads: 64),
    ]
    #expect(try Bench().compare(old, new).findings == [.same])
  }

  @Test func `a row that one side lacks is not comparable, unless that is forgiven`() throws {
    let bench = try Bench()
    let both = [row("a"), row("b")]
    for (old, new) in [(both, [both[0]]), ([both[0]], both)] {
      #expect(try bench.compare(old, new).findings == [.same, .notComparable])
      let lenient = try bench.compare(old, new, isLenient: true)
      #expect(lenient.findings == [.same])
      #expect(lenient.rows.map(\.isForgiven) == [true, false])
      #expect(lenient.rows[0].why.hasSuffix(" report, which is forgiven"))
    }
  }

  @Test func `different numbers of replicates are compared`() throws {
    let old = (1...3).map { row(replicate: $0) }
    let new = (1...7).map { row(replicate: $0) }
    #expect(try Bench().compare(old, new).findings == [.same])
  }

  @Test func `one broken replicate of many is a broken promise`() throws {
    let old = (1...3).map { row(replicate: $0) }
    let new = (1...3).map { row("mutex", .sound, $0 == 2 ? .broken : .held, replicate: $0) }
    #expect(try Bench().compare(old, new).findings == [.worse])
  }

  @Test func `the same row of the same run twice is refused, and of another run it is a replicate`() throws {
    let bench = try Bench()
    let file = try bench.file([row()], "a.csv")
    #expect(throws: InputError.self) { try ReportSide.read([file, file]) }
    let other = try bench.file([row(run: "other")], "b.csv")
    #expect(try ReportSide.read([file, other]).groups.map(\.graded) == [2])
  }

  @Test func `how often racy code misbehaves is said with its interval`() throws {
    let old = row("x", Self.defect, .shown, violating: 500)
    let new = row("x", Self.defect, .shown, trials: 30_000, violating: 30_000)
    #expect(
      try Bench().compare([old], [new]).rows[0].why
        == "shown in 100% (99.99-100%) of 30,000 trials; before: shown in 0.05% (0.0457-0.0546%) of 1,000,000 trials")
  }

  @Test func `rows that matter most come first`() throws {
    let old = ["a", "b", "c", "d"].map { row($0) }
    let new = [
      row("a"), row("c"), row("d", .sound, .broken),
    ]
    let rows = try Bench().compare(old, new).rows
    #expect(rows.map(\.key.strategy) == ["d", "b", "a", "c"])
  }
}
