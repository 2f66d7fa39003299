package import SingletonCore
import SingletonDrawings
import SingletonTextFormats

/// The rows of a run, a check, and a comparison as test cases.
extension JUnit {
  /// - Parameter rows: The rows of one run, whose replicates are pooled.
  package init(run rows: [StressRow]) {
    let silent = Set(
      RowGroup.bySubject(rows).filter(\.owesDefect).flatMap(\.unreproducedRows).map(\.key.group))
    self.init(
      suite: "\(Tool.current.name) run",
      cases: PooledRow.pooled(rows).map { TestCase($0, isSilent: silent.contains($0.key.group)) })
  }

  package init(check rows: [CheckRow]) {
    self.init(suite: "\(Tool.current.name) check", cases: rows.map(TestCase.init))
  }

  package init(comparison rows: [ComparisonRow]) {
    self.init(suite: "\(Tool.current.name) compare", cases: rows.map(TestCase.init))
  }
}

extension JUnit.TestCase {
  fileprivate init(_ row: PooledRow, isSilent: Bool) {
    let nanoseconds = row.rows.compactMap { $0.measured?.wallNanoseconds }.reduce(0, +)
    self.init(
      group: "\(Tool.current.name).\(row.key.scenario)",
      name: "\(row.key.strategy), \(HumanFormat.counted(row.key.threads, "thread"))",
      seconds: Double(nanoseconds) / 1e9,
      outcome: Self.outcome(row, isSilent: isSilent))
  }

  private static func outcome(_ row: PooledRow, isSilent: Bool) -> Outcome {
    let lost = "\(row.lostReplicates): \(row.absences.joined(separator: ", "))"
    return switch row.grade {
    case .passed, .reproduced: row.absences.isEmpty ? .passed : .skipped(lost)
    case .failed: .failed(row.breach, details: FailureMessage(breach: row).text(color: false))
    case .notReproduced where isSilent:
      .errored("too weak: \(row.missing) not reproduced", details: FailureMessage(silence: [row]).text(color: false))
    case .notReproduced: row.absences.isEmpty ? .passed : .skipped(lost)
    case nil: .skipped(row.absences.joined(separator: ", "))
    }
  }

  fileprivate init(_ row: CheckRow) {
    self.init(
      group: "\(Tool.current.name).\(row.scenario)",
      name: "\(row.strategy), \(HumanFormat.counted(row.threads, "thread")), \(row.model.rawValue)",
      outcome: Self.outcome(row))
  }

  private static func outcome(_ row: CheckRow) -> Outcome {
    let found = row.found.inOrderOfInterest.map(\.words).joined(separator: ", ")
    let drawn = row.counterexample.map { CounterexampleDrawing($0).text } ?? ""
    switch (row.verdict, row.grade) {
    case (.notModeled, _), (.tooManyThreads, _): return .skipped(row.whyOpen ?? "")
    case (_, .failed): return .failed("not declared: \(found)", details: drawn)
    case (_, .notReproduced): return .failed("not found: \(row.expected)", details: "found: \(found)")
    case (.undecided, _), (_, nil): return .errored("not decided", details: row.whyOpen ?? "")
    default: return .passed
    }
  }

  fileprivate init(_ row: ComparisonRow) {
    self.init(
      group: "\(Tool.current.name).\(row.key.scenario)",
      name: ([row.key.strategy, HumanFormat.counted(row.key.threads, "thread")] + row.key.special)
        .joined(separator: ", "),
      outcome: Self.outcome(row))
  }

  private static func outcome(_ row: ComparisonRow) -> Outcome {
    if row.isForgiven { return .skipped(row.why) }
    // The reason is in both the message and the details, because some CI systems show only one of them.
    let message = "\(row.verdict.rawValue): \(row.why)"
    return switch row.verdict {
    case .worse: .failed(message, details: row.why)
    case .missing, .tooWeak, .new: .errored(message, details: row.why)
    case .notJudged: .skipped(message)
    case .better, .same, .sameOutcomes: .passed
    }
  }
}
