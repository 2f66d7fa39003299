import Core
import TextFormats

/// How rows ended where that was not simply `ok`, in words.
extension RowStatus {
  var words: String {
    switch self {
    case .ok: "ran to its end"
    case .trapped(let signal): "trapped (\(signal))"
    case .crashed(let signal): "crashed (\(signal))"
    case .exit(let code): "left with exit status \(code)"
    case .hung: "hung"
    case .skipped(let reason): "skipped: \(reason)"
    case .interrupted: "interrupted"
    }
  }
}

extension PooledRow {
  /// How the replicates ended that nobody declared to end so, each way once.
  var surprisingEndings: [String] {
    rows.filter { $0.grade != nil && !$0.endedAsDeclared }.map(surprise).distinct
  }

  /// The traps, hangs and crashes that were declared, each way once.
  var declaredEndings: [String] {
    rows.filter { $0.grade != nil && $0.endedAsDeclared && $0.status != .ok }.map(\.status.words).distinct
  }

  /// Why rows were not counted, each reason once.
  var absences: [String] { rows.filter { $0.grade == nil }.map(\.status.words).distinct }

  private func surprise(of row: StressRow) -> String {
    guard row.status == .ok else { return row.status.words }
    return row.expected.demand == .hang ? "did not hang" : "did not trap"
  }
}
