import Core
import Reports
import TestSupport
import Testing
import TextFormats

@Suite struct `Columns of the report` {
  /// The names, repeated here so that a column cannot move or change its name by accident.
  private static let names = """
    schema_version tool_version run_id started_utc commit \
    strategy scenario threads replicate engine seed cells initializer_cost \
    status threads_started peak_running wall_ms cpu_ms \
    trials accesses violating_trials violation_rate instances_max instances inits init_reentries reinits nested_inits \
    half_built nil_results wrong_class used_after_destroy live_max deinits \
    expected grade \
    first_access_p50_ns first_access_p90_ns first_access_p99_ns first_access_max_ns access_min_ns access_p50_ns \
    access_p90_ns access_p99_ns access_floor_ns access_batches access_batch_size \
    os arch cpu_model cores swift_version build sanitizer fingerprint \
    first_access_winner_p50_ns first_access_loser_p50_ns refused clock_resolution_ns \
    multi_instance_trials lifetimes tallied_inits alive_allowed remark
    """

  @Test func `the columns have their names and their order`() {
    #expect(StressColumns.all.map(\.name).joined(separator: " ") == Self.names)
  }

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
    #expect(filled.count == 21)
  }

  @Test func `a count of 0 is 0, and a rate without trials is empty`() {
    let row = SampleRows.row("once", grade: .passed, measured: SampleRows.measured(trials: 0))
    #expect(field("trials", row) == .integer(0))
    #expect(field("violation_rate", row) == .empty)
    #expect(field("access_p50_ns", row) == .empty)
  }

  @Test func `the largest 64-bit count stays exact`() {
    #expect(field("seed", SampleRows.row("once")).spelling == "18446744073709551615")
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
