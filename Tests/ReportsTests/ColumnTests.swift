import Outcomes
import Testing

@testable import Reports

struct ColumnTests {
  /// As CONTRACT spells it, so that an accident in the list is seen.
  private static let contract = """
    schema_version tool_version run_id started_utc commit \
    strategy scenario threads replicate engine seed cells initializer_cost \
    status threads_started peak_running wall_ms cpu_ms \
    trials accesses violating_trials violation_rate instances_max instances inits init_reentries reinits nested_inits \
    half_built nil_results wrong_class used_after_destroy live_max deinits \
    expected grade \
    first_access_p50_ns first_access_p90_ns first_access_p99_ns first_access_max_ns access_min_ns access_p50_ns \
    access_p90_ns access_p99_ns access_floor_ns access_batches access_batch_size \
    os arch cpu_model cores swift_version build sanitizer fingerprint \
    first_access_winner_p50_ns first_access_loser_p50_ns refused clock_resolution_ns
    """

  @Test func `the columns are the contract's, in its order`() {
    #expect(StressColumns.all.map(\.name).joined(separator: " ") == Self.contract)
  }

  @Test(arguments: StressColumns.all.map(\.summary)) func `a column is documented in one sentence`(summary: String) {
    #expect(summary.hasSuffix("."))
    #expect(!summary.dropLast().contains(". "))
  }

  @Test func `what was not measured is empty, never 0`() {
    let row = SampleRows.row("once", status: .interrupted)
    let filled = StressColumns.all.filter { $0.cell(of: row) != .empty }.map(\.name)
    #expect(!filled.contains("commit") && !filled.contains("grade") && !filled.contains("sanitizer"))
    #expect(filled.filter { ["trials", "cells", "wall_ms", "violation_rate", "refused"].contains($0) } == [])
    #expect(filled.count == 20)
  }

  @Test func `a count of 0 is 0, and a rate without trials is empty`() {
    let row = SampleRows.row("once", grade: .held, measured: SampleRows.measured(trials: 0))
    #expect(cell("trials", row) == .integer(0))
    #expect(cell("violation_rate", row) == .empty)
    #expect(cell("access_p50_ns", row) == .empty)
  }

  @Test func `the largest 64-bit count stays exact`() {
    #expect(cell("seed", SampleRows.row("once")).spelling == "18446744073709551615")
  }

  @Test(
    arguments: [(Double, String)]([
      (1.0 / 3, "0.333333"), (2e-7, "0.0000002"), (0, "0"), (1, "1"), (0.5, "0.5"), (0.1234565, "0.123457"),
      (0.99999999, "1"),
    ]))
  func `a rate has up to 6 significant digits and no exponent`(rate: Double, spelling: String) {
    #expect(Numeral.spelled(rate, .significant(6)) == spelling)
  }

  @Test(
    arguments: [(Double, String)]([
      (1.25, "1.25"), (0.0004, "0"), (0.0005, "0.001"), (9.9996, "10"), (1e21, "1000000000000000000000"),
      (123456.7891, "123456.789"), (1e-9, "0"),
    ]))
  func `nanoseconds have up to 3 decimals and no exponent`(value: Double, spelling: String) {
    let timing = AccessTiming(min: value, p50: 0, p90: 0, p99: 0, floor: 0, batches: 1, batchSize: 1)
    var measured = SampleRows.measured(trials: 1)
    measured.access = timing
    #expect(cell("access_min_ns", SampleRows.row("once", measured: measured)).spelling == spelling)
  }

  @Test func `milliseconds have 3 decimals`() {
    let row = SampleRows.row("once", measured: SampleRows.measured(trials: 1))
    #expect(cell("wall_ms", row).spelling == "100.251")
    #expect(cell("cpu_ms", row).spelling == "200.000")
  }

  private func cell(_ name: String, _ row: StressRow) -> Cell {
    StressColumns.all.first { $0.name == name }!.cell(of: row)
  }
}
