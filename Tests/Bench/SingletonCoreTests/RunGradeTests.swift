import SingletonCore
import TestSupport
import Testing

@Suite struct `Verdicts of runs` {
  private func row(
    _ grade: Grade?, _ status: RowStatus = .ok, strategy: String = "a", scenario: Scenario = .copy, threads: Int = 2
  ) -> StressRow {
    .sample(strategy, status: status, grade: grade, scenario: scenario, threads: threads)
  }

  @Test func `a run passes if every promise was kept and every defect reproduced`() {
    #expect(RunGrade(of: [row(.passed), row(.reproduced, strategy: "b")]) == .passed)
  }

  @Test func `a defect that one thread count or replicate reproduced is reproduced`() {
    #expect(RunGrade(of: [row(.notReproduced), row(.reproduced, threads: 8)]) == .passed)
    #expect(RunGrade(of: [row(.notReproduced), row(.notReproduced), row(.reproduced)]) == .passed)
    #expect(RunGrade(of: [row(.notReproduced), row(.passed, threads: 1)]) == .tooWeak)
  }

  @Test func `a defect is not pooled over strategies or scenarios`() {
    #expect(RunGrade(of: [row(.notReproduced), row(.reproduced, strategy: "b")]) == .tooWeak)
    #expect(RunGrade(of: [row(.notReproduced), row(.reproduced, scenario: .subclass)]) == .tooWeak)
  }

  @Test func `a run that skipped a row is incomplete, whatever the row owes`() {
    #expect(RunGrade(of: []) == .incomplete)
    #expect(RunGrade(of: [row(nil, .skipped("why"))]) == .incomplete)
    #expect(RunGrade(of: [row(nil, .skipped("why")), row(.passed)]) == .incomplete)
    #expect(RunGrade(of: [row(nil, .skipped("why")), row(.reproduced)]) == .incomplete)
  }

  @Test func `the worst verdict counts: interrupted, failed, too weak, incomplete`() {
    let rows = [row(nil, .interrupted), row(.failed), row(.notReproduced), row(nil, .skipped("why")), row(.passed)]
    #expect(RunGrade(of: rows) == .interrupted)
    #expect(RunGrade(of: Array(rows[1...])) == .failed)
    #expect(RunGrade(of: Array(rows[2...])) == .tooWeak)
    #expect(RunGrade(of: Array(rows[3...])) == .incomplete)
    #expect(RunGrade(of: Array(rows[4...])) == .passed)
  }

  @Test func `groups are in the order of their first rows`() {
    let groups = RowGroup.bySubject([
      row(.passed, strategy: "b"), row(.passed), row(.reproduced, strategy: "b", threads: 3),
    ])
    #expect(groups.map(\.key.strategy) == ["b", "a"])
    #expect(groups.map(\.rows.count) == [2, 1])
  }
}
