package import Outcomes

/// The rows of a run and of a comparison as test cases.
extension JUnit {
  /// - Parameter rows: of one run; replicates are pooled.
  package init(run rows: [StressRow]) {
    let silent = Set(
      RowGroup.grouped(rows.inReportOrder).filter { !$0.defectWasShown }.flatMap(\.silentRows).map(\.key.group))
    self.init(
      suite: "singleton-bench run",
      cases: PooledRow.pooled(rows).map { TestCase($0, isSilent: silent.contains($0.key.group)) })
  }

  package init(check rows: [CheckRow]) {
    self.init(suite: "singleton-bench check", cases: rows.map(TestCase.init))
  }

  package init(comparison rows: [ComparisonRow]) {
    self.init(suite: "singleton-bench compare", cases: rows.map(TestCase.init))
  }
}

extension JUnit.TestCase {
  fileprivate init(_ row: PooledRow, isSilent: Bool) {
    let nanoseconds = row.rows.compactMap { $0.measured?.wallNanoseconds }.reduce(0, +)
    self.init(
      group: "singleton-bench.\(row.key.scenario.rawValue)",
      name: "\(row.key.strategy), \(Figure.counted(row.key.threads, "thread"))", seconds: Double(nanoseconds) / 1e9,
      outcome: Self.outcome(row, isSilent: isSilent))
  }

  private static func outcome(_ row: PooledRow, isSilent: Bool) -> Outcome {
    switch row.grade {
    case .held, .shown: .passed
    case .broken: .failed(row.breach, details: FailureMessage(breach: row).text(color: false))
    case .notShown where isSilent:
      .errored("too weak: \(row.missing) not shown", details: FailureMessage(silence: [row]).text(color: false))
    case .notShown: .passed
    case nil: .skipped(row.absences.joined(separator: ", "))
    }
  }

  fileprivate init(_ row: CheckRow) {
    self.init(
      group: "singleton-bench.\(row.scenario.rawValue)",
      name: "\(row.strategy), \(Figure.counted(row.threads, "thread")), \(row.model.rawValue)",
      outcome: Self.outcome(row))
  }

  private static func outcome(_ row: CheckRow) -> Outcome {
    let found = row.found.inOrderOfInterest.map(\.words).joined(separator: ", ")
    let drawn = row.counterexample.map { CounterexampleDrawing($0, weakest: row.weakestModel).text } ?? ""
    switch (row.verdict, row.grade) {
    case (.notModelled, _): return .skipped(row.remark ?? "not modelled")
    case (_, .broken): return .failed("not declared: \(found)", details: drawn)
    case (_, .notShown): return .failed("not found: \(row.expected)", details: "found: \(found)")
    case (.limit, _), (_, nil): return .errored("stopped by a limit", details: row.remark ?? "")
    default: return .passed
    }
  }

  fileprivate init(_ row: ComparisonRow) {
    self.init(
      group: "singleton-bench.\(row.key.scenario)",
      name: ([row.key.strategy, Figure.counted(row.key.threads, "thread")] + row.key.special)
        .joined(separator: ", "),
      outcome: Self.outcome(row))
  }

  private static func outcome(_ row: ComparisonRow) -> Outcome {
    if row.isForgiven { return .skipped(row.why) }
    // Systems that show one of them, the message or the details, show the reason.
    let message = "\(row.verdict.rawValue): \(row.why)"
    return switch row.verdict {
    case .worse: .failed(message, details: row.why)
    case .notComparable, .tooWeak: .errored(message, details: row.why)
    case .better, .same: .passed
    }
  }
}

/// A row whatever its replicate.
private struct RowGroupKey: Hashable {
  let strategy: String
  let scenario: Scenario
  let threads: Int
}

extension RowKey {
  fileprivate var group: RowGroupKey { RowGroupKey(strategy: strategy, scenario: scenario, threads: threads) }
}
