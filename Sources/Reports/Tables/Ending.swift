import Outcomes

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

extension StressRow {
  /// Whether the row ended in the way that its declaration demands or allows.
  var endedAsDeclared: Bool {
    switch status {
    case .ok: expected.demand != .trap && expected.demand != .hang
    case .trapped: expected.demand == .trap
    case .hung: expected.demand == .hang
    case .crashed: expected.allowed.contains(.crash)
    case .exit: false
    case .skipped, .interrupted: true
    }
  }
}

extension PooledRow {
  /// How the replicates ended that nobody declared to end so, each way once.
  var surprisingEndings: [String] {
    distinct(rows.filter { $0.grade != nil && !$0.endedAsDeclared }.map(surprise))
  }

  /// The traps, hangs and crashes that were declared, each way once.
  var declaredEndings: [String] {
    distinct(rows.filter { $0.grade != nil && $0.endedAsDeclared && $0.status != .ok }.map(\.status.words))
  }

  /// Why rows were not counted, each reason once.
  var absences: [String] { distinct(rows.filter { $0.grade == nil }.map(\.status.words)) }

  private func surprise(of row: StressRow) -> String {
    guard row.status == .ok else { return row.status.words }
    return row.expected.demand == .hang ? "did not hang" : "did not trap"
  }
}

/// In order of first appearance.
private func distinct(_ words: [String]) -> [String] {
  var seen: Set<String> = []
  return words.filter { seen.insert($0).inserted }
}
