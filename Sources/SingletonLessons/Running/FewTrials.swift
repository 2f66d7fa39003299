package import SingletonCore
import SingletonPresentation
import SingletonTextFormats

extension StressRow {
  /// Whether the row ended well but has so few trials that they say little, as on a busy machine.
  package var hasFewTrials: Bool {
    guard status == .ok, let measured else { return false }
    return measured.tally[.trials] < Verdict.fewTrials
  }
}

extension [StressRow] {
  var isInterrupted: Bool { contains { $0.status == .interrupted } }

  /// Replaces the rows of which there are longer ones.
  mutating func replace(with longer: [StressRow]) {
    self = map { row in longer.first { $0.key == row.key } ?? row }
  }

  /// A sentence on the rows that have few trials although they ran longer, or `nil` if there are none.
  package var shortage: String? {
    let few = filter(\.hasFewTrials).map { row in
      "\(HumanFormat.counted(row.measured?.tally[.trials] ?? 0, "trial")) of \(row.key.strategy)"
        + " with \(HumanFormat.counted(row.key.threads, "thread"))"
    }
    guard !few.isEmpty else { return nil }
    return "Only \(few.joined(separator: ", ")): this machine is busy, and so few trials say little."
  }
}
