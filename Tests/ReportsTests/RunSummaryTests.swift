import Core
import Presentation
import Testing

@Suite struct `Summaries of runs` {
  @Test func `a summary counts one row, or none`() {
    #expect(RunSummary([passed]).text() == "1 row: 1 passed.\n")
    #expect(RunSummary([]).text() == "No row ran.\n")
  }

  @Test func `a defect that another thread count reproduced needs no message`() {
    let text = RunSummary([silent(threads: 2), shown(threads: 8)]).text()
    #expect(text == "2 rows: 1 reproduced its known defect, 1 did not reproduce its known defect.\n")
  }

  @Test func `a defect that no thread count reproduced is one message for all of them`() {
    let text = RunSummary([silent(threads: 2), silent(threads: 8)]).text()
    #expect(
      text == """
        2 rows: 2 did not reproduce their known defect.

        known defect not reproduced: initialized again
          lazy, first-access, 2 or 8 threads: expected defect:reinits, got it in none of 2,000 trials
          likely: too few trials, or too few cores, for two threads to meet where it happens
          next:   singleton-bench run --strategy lazy --scenario first-access --threads 2,8 --time 1s

        """)
  }

  @Test func `a child's last line cannot control the terminal`() {
    let row = SampleRows.row(
      "s", status: .crashed("SIGBUS"), grade: .failed, measured: SampleRows.measured(trials: 1),
      remark: "\u{1B}[2Jone\r\ntwo")
    #expect(RunSummary([row]).text().contains("  said:   [2Jone two\n"))
  }

  private var passed: StressRow { SampleRows.row("once", grade: .passed, measured: SampleRows.measured(trials: 1)) }

  private func silent(threads: Int) -> StressRow {
    SampleRows.row(
      "lazy", .defect(.reinits), grade: .notReproduced, measured: SampleRows.measured(trials: 1_000), threads: threads)
  }

  private func shown(threads: Int) -> StressRow {
    let measured = SampleRows.measured(trials: 1_000) { $0[.reinits] = 1 }
    return SampleRows.row("lazy", .defect(.reinits), grade: .reproduced, measured: measured, threads: threads)
  }
}
