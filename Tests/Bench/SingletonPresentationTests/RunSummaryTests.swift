import SingletonCore
import SingletonPresentation
import TestSupport
import Testing

import struct SingletonCore.Expectation

@Suite struct `Summaries of runs` {
  @Test func `the summary is as recorded`() throws {
    try expectGolden(RunSummary(SampleRows.all).text(), named: "summary.txt")
    try expectGolden(RunSummary(SampleRows.all).markdown, named: "summary.md")
  }

  @Test func `a summary counts one row, or none`() {
    #expect(RunSummary([passed]).text() == "1 row, as expected: 1 showed no defect.\n")
    #expect(RunSummary([]).text() == "No row ran.\n")
  }

  @Test(
    arguments: [
      (.trap, "every trial to trap"), (.hang, "every trial to hang"), (.trapOrHang, "every trial to trap or to hang"),
    ] as [(Expectation, String)])
  func `a row that should not have run to its end is told how it should have ended`(declared: Expectation, end: String)
  {
    let row = SampleRows.row("s", declared, grade: .failed, measured: SampleRows.measured(trials: 1))
    let text = RunSummary([row]).text(width: 200)
    #expect(text.contains("expected \(end), but it did not "))
  }

  @Test func `a defect that another thread count reproduced needs no message`() {
    let text = RunSummary([silent(threads: 2), shown(threads: 8)]).text()
    #expect(text == "2 rows: 1 reproduced its known defect, 1 did not reproduce its known defect.\n")
  }

  @Test func `a race that a test ran is run again in the test's package`() {
    var row = silent(threads: 2)
    row.run.id = RunMetadata.idOfTests
    #expect(RunSummary([row]).text().hasSuffix("  next:   STRESS_TIME=10s swift test, in the test's package\n"))
  }

  @Test func `a message about a listing names its form`() {
    var row = silent(threads: 2)
    row.key.form = RowForm.plain.rawValue
    #expect(RunSummary([row]).text(width: 200).contains("\n  lazy, first-access, 2 threads, plain: expected "))
    #expect(Annotations.text(run: [row]).contains("::lazy, first-access, 2 threads, plain: expected "))
  }

  @Test func `a defect that no thread count reproduced is one message for all of them`() {
    let text = RunSummary([silent(threads: 2), silent(threads: 8)]).text()
    #expect(
      text == """
        2 rows: 2 did not reproduce their known defect.

        known defect not reproduced: initialized again
          lazy, first-access, 2 or 8 threads: expected initialized again, got it in none
              of 2,000 trials
          likely: too few trials, or too few cores, for two threads to meet where it
                  happens
          next:   singleton-bench run --strategy lazy --scenario first-access --threads 2,8 --time 1s

        """)
  }

  @Test func `a defect that no cost of the initializer reproduced is one message, whose command lists the costs`() {
    let rows = ["0", "yield"].flatMap { cost in
      [2, 8].map { threads in
        var row = silent(threads: threads)
        row.key.initializerCost = cost
        return row
      }
    }
    let text = RunSummary(rows).text(width: 200)
    #expect(
      text.contains("\n  lazy, first-access, 2 or 8 threads: expected initialized again, got it in none of 4,000 "))
    #expect(text.contains(" --threads 2,8 --initializer-cost 0,yield --time 1s\n"), "\(text)")
    var shown = shown(threads: 2)
    shown.key.initializerCost = "sleep:1ms"
    #expect(!RunSummary(rows + [shown]).text().contains("next:"), "one cost is enough")
  }

  @Test func `the missing half of a known defect is named, and not the half that was reproduced`() {
    let measured = SampleRows.measured(trials: 10) { $0[.reinits] = 10 }
    let row = SampleRows.row(
      "lazy", .defect(.reinits, .halfBuilt), grade: .notReproduced, measured: measured, threads: 2)
    let text = RunSummary([row]).text(width: 200)
    #expect(text.contains("\nknown defect not reproduced: handed out half-built\n"))
    #expect(text.contains(", got handed out half-built in none of 10 trials\n"))
  }

  @Test func `each reason why rows were skipped is said once, with a cause if it is known`() {
    let rows = ["SIGHUP from outside", "1 of 2 threads started", "SIGHUP from outside"].enumerated().map {
      SampleRows.row("lazy\($0)", .defect(.reinits), status: .skipped($1), grade: nil, threads: 2)
    }
    #expect(
      RunSummary(rows).text(width: 200) == """
        3 rows: 3 were skipped.

        not run: SIGHUP from outside
          lazy0, first-access, 2 threads, and 1 other row
          next:   singleton-bench run --strategy lazy0 --scenario first-access --threads 2 --time 1s

        not run: 1 of 2 threads started
          lazy1, first-access, 2 threads
          likely: a limit on memory or processes, such as 'ulimit -a' shows
          next:   singleton-bench run --strategy lazy1 --scenario first-access --threads 2 --time 1s

        """)
  }

  @Test func `rows that were skipped are counted by replicates everywhere`() {
    let rows = (1...5).map { SampleRows.row("lazy", status: .skipped("why"), threads: 2, replicate: $0) }
    let text = RunSummary(rows).text(width: 200)
    #expect(text.contains("5 rows: 5 were skipped.") && text.contains("2 threads, and 4 other rows\n"), "\(text)")
  }

  @Test func `a timeout that is too short is the likely cause of a hang, and the next command has a longer one`() {
    var row = SampleRows.row("s", status: .hung, grade: .failed, measured: SampleRows.measured(trials: 1))
    row.run.timeout = .microseconds(1)
    let text = RunSummary([row]).text(width: 200)
    #expect(text.contains("  likely: the timeout, 1us, is shorter than a pause that the system may give any thread\n"))
    #expect(text.contains(" --time 1s --timeout 10s\n"))
    row.run.timeout = .seconds(20)
    #expect(RunSummary([row]).text(width: 200).contains(" --time 1s --timeout 20s\n"))
    row.run.timeout = nil
    #expect(!RunSummary([row]).text(width: 200).contains("timeout"))
  }

  @Test(arguments: [40, 60, 80]) func `a message is broken at the width, except for its command`(width: Int) {
    let row = SampleRows.row(
      "s", status: .crashed("SIGBUS"), grade: .failed, measured: SampleRows.measured(trials: 1),
      remark: String(repeating: "a word and ", count: 20))
    for color in [false, true] {
      let lines = RunSummary([row]).text(width: width, color: color).replacing(/\u{1B}\[\d+m/, with: "")
        .split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= width || $0.hasPrefix("  next:") })
    }
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
