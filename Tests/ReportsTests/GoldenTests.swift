import Outcomes
import Reports
import TestSupport
import Testing

/// Whole outputs of the hand-made rows, held against the files in `Golden`.
struct GoldenTests {
  private let golden = Golden()
  private let rows = SampleRows.all

  private static let samples = [
    TimingSample(kind: .access, operations: 10_000, elapsedNanoseconds: 12_500),
    TimingSample(kind: .floor, operations: 10_000, elapsedNanoseconds: 2_500),
    TimingSample(kind: .access, operations: 10_000, elapsedNanoseconds: 12_600),
    TimingSample(kind: .firstWinner, operations: 1, elapsedNanoseconds: 40),
  ]

  @Test func `the CSV report is the golden one`() throws {
    #expect(try golden.difference(CSV.text(of: rows), from: "report.csv") == nil)
  }

  @Test func `the samples number their batches for each kind`() throws {
    let text = SamplesCSV.header + SamplesCSV.lines(of: rows[0], samples: Self.samples)
    #expect(try golden.difference(text, from: "samples.csv") == nil)
  }

  @Test func `the JSON report is the golden one`() throws {
    #expect(try golden.difference(JSON.report(of: rows).text, from: "report.json") == nil)
  }

  @Test func `the Markdown table is the golden one`() throws {
    #expect(try golden.difference(RunTable(rows).markdown, from: "table.md") == nil)
  }

  @Test func `the text table is the golden one`() throws {
    #expect(try golden.difference(RunTable(rows).text(), from: "table.txt") == nil)
  }

  @Test func `the text table of times is the golden one`() throws {
    let replicates = (1...6).map { replicate in
      SampleRows.row(
        "spin-flag", 1, grade: .held, measured: SampleRows.measured(trials: 1, access: Double(replicate)), threads: 2,
        replicate: replicate)
    }
    let text = RunTable(rows + replicates, showing: .times).text()
    #expect(try golden.difference(text, from: "times.txt") == nil)
  }

  @Test func `the summary says what happened, why, and what to do next`() throws {
    #expect(try golden.difference(RunSummary(rows).text(), from: "summary.txt") == nil)
    #expect(try golden.difference(RunSummary(rows).markdown, from: "summary.md") == nil)
  }

  @Test func `the documentation of the columns is the golden one`() throws {
    #expect(try golden.difference(Markdown.columns, from: "columns.md") == nil)
  }
}
