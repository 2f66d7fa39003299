import SingletonCore
import SingletonTextFormats

/// How a row ended, in words.
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

extension RowStatus {
  /// The words with which statuses begin in reports, and their meanings.
  package static let meanings: [(word: String, meaning: String)] = [
    (RowStatus.ok, "The processes of the row ran to their end."),
    (.trapped(""), "A process stopped itself on purpose: a check of the language or of a library failed."),
    (.crashed(""), "A process was ended by another signal, which its own fault raised."),
    (.exit(0), "A process left before its end, with this exit status."),
    (.hung, "There was no progress for as long as --timeout says."),
    (
      .skipped(""),
      "Not all threads could be started, or somebody else ended a process, which says nothing of the strategy."
    ),
    (.interrupted, "The run was stopped before the row was complete."),
  ].map { status, meaning in (String(status.description.prefix { $0 != ":" }), meaning) }
}

extension PooledRow {
  /// The ends of replicates that were not declared, each once.
  var surprisingEndings: [String] {
    rows.filter { $0.grade != nil && !$0.endedAsDeclared }.map(undeclared).distinct
  }

  /// The signals and exit statuses of the replicates that did not run to their end, each once.
  var endings: [String] {
    rows.compactMap { row in
      switch row.status {
      case .trapped(let signal), .crashed(let signal): signal
      case .exit(let code): "exit status \(code)"
      case .ok, .hung, .skipped, .interrupted: nil
      }
    }.distinct
  }

  /// The reasons why rows were not counted, each once.
  var absences: [String] { rows.filter { $0.grade == nil }.map(\.status.words).distinct }

  /// How many replicates were not counted.
  var lostReplicates: String { "\(rows.count { $0.grade == nil }) of \(rows.count) replicates not counted" }

  private func undeclared(of row: StressRow) -> String {
    guard row.status == .ok else { return row.status.words }
    return "did not " + row.expected.demand.endings.inOrder.map(\.rawValue).joined(separator: " or ")
  }
}
