import Outcomes
import Reports
import Testing

struct RunSummaryTests {
  @Test func `one row is one row`() {
    #expect(RunSummary([held]).text() == "1 row: 1 held.\n")
    #expect(RunSummary([]).text() == "No row ran.\n")
  }

  @Test func `a defect that another thread count has shown needs no message`() {
    let text = RunSummary([silent(threads: 2), shown(threads: 8)]).text()
    #expect(text == "2 rows: 1 showed its known defect, 1 did not show its known defect.\n")
  }

  @Test func `a defect that no thread count has shown is one message for all of them`() {
    let text = RunSummary([silent(threads: 2), silent(threads: 8)]).text()
    #expect(
      text == """
        2 rows: 2 did not show their known defect.

        known defect not shown: initialised again
          lazy, first-access, 2 or 8 threads: expected defect:reinits, got it in none of 2,000 trials
          likely: too few trials, or too few cores, for two threads to meet where it happens
          next:   singleton-bench run --strategy lazy --scenario first-access --threads 2,8 --time 1s

        """)
  }

  @Test func `last words of a child cannot steer the terminal`() {
    let row = SampleRows.row(
      "s", status: .crashed("SIGBUS"), grade: .broken, measured: SampleRows.measured(trials: 1),
      remark: "\u{1B}[2Jone\r\ntwo")
    #expect(RunSummary([row]).text().contains("  said:   [2Jone two\n"))
  }

  private var held: StressRow { SampleRows.row("once", grade: .held, measured: SampleRows.measured(trials: 1)) }

  private func silent(threads: Int) -> StressRow {
    SampleRows.row(
      "lazy", 0, .defect(.reinits), grade: .notShown, measured: SampleRows.measured(trials: 1_000), threads: threads)
  }

  private func shown(threads: Int) -> StressRow {
    let measured = SampleRows.measured(trials: 1_000) { $0[.reinits] = 1 }
    return SampleRows.row("lazy", 0, .defect(.reinits), grade: .shown, measured: measured, threads: threads)
  }
}
