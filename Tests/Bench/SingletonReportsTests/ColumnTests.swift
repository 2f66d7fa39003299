import SingletonCore
import SingletonReports
import SingletonTextFormats
import TestSupport
import Testing

@Suite struct `Columns of the report` {
  @Test(arguments: StressColumns.all.map(\.summary)) func `every column is documented in one sentence`(summary: String)
  {
    #expect(summary.hasSuffix("."))
    #expect(!summary.dropLast().contains(". "))
  }

  @Test func `a field that was not measured is empty, not 0`() {
    let row = SampleRows.row("once", status: .interrupted)
    let filled = StressColumns.all.filter { $0.value(of: row) != .empty }.map(\.name)
    #expect(!filled.contains("commit") && !filled.contains("grade") && !filled.contains("sanitizer"))
    #expect(filled.filter { ["trials", "cells", "wall_ms", "violation_rate", "refused"].contains($0) } == [])
    #expect(filled.contains("strategy") && filled.contains("status") && filled.contains("cpu_model"))
  }

  @Test func `a count of 0 is 0, and a rate without trials is empty`() {
    let row = SampleRows.row("once", grade: .passed, measured: SampleRows.measured(trials: 0))
    #expect(field("trials", row) == .integer(0))
    #expect(field("violation_rate", row) == .empty)
    #expect(field("access_p50_ns", row) == .empty)
  }

  @Test func `the largest 64-bit count stays exact`() {
    #expect(field("seed", SampleRows.row("once")).spelling == "0xffffffffffffffff")
  }

  @Test(
    arguments: [(Double, String)]([
      (1.0 / 3, "0.333333"), (2e-7, "0.0000002"), (0, "0"), (1, "1"), (0.5, "0.5"), (0.1234565, "0.123457"),
      (0.99999999, "1"),
    ]))
  func `a rate has up to 6 significant digits and no exponent`(rate: Double, spelling: String) {
    #expect(DecimalFormat.spelled(rate, .significant(6)) == spelling)
  }

  @Test(
    arguments: [(Double, String)]([
      (1.25, "1.25"), (0.0004, "0"), (0.0005, "0.001"), (9.9996, "10"), (1e21, "1000000000000000000000"),
      (123456.7891, "123456.789"), (1e-9, "0"),
    ]))
  func `nanoseconds have up to 3 decimals and no exponent`(value: Double, spelling: String) {
    var measured = SampleRows.measured(trials: 1)
    measured.access = AccessTiming()
    measured.access?.min = value
    #expect(field("access_min_ns", SampleRows.row("once", measured: measured)).spelling == spelling)
  }

  @Test func `milliseconds have 3 decimals`() {
    let row = SampleRows.row("once", measured: SampleRows.measured(trials: 1))
    #expect(field("wall_ms", row).spelling == "100.251")
    #expect(field("cpu_ms", row).spelling == "200.000")
  }

  private func field(_ name: String, _ row: StressRow) -> FieldValue {
    StressColumns.all.first { $0.name == name }!.value(of: row)
  }
}
