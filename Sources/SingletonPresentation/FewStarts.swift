import SingletonCore
import SingletonTextFormats

/// First accesses that were timed in so few starts that chance decides their time.
///
/// A strategy that exists once per process is timed in a few processes, each of which starts it once.
enum FewStarts {
  /// The mark of such a time in a table.
  static let mark = "*"

  /// Returns the note below a table with marks, or `nil` if none of the rows has one.
  static func note(_ rows: [PooledRow]) -> String? {
    let few = rows.filter { $0.fewStarts != nil }
    let parts = few.compactMap(\.fewStarts).distinct.map { starts in
      starts + " of " + few.filter { $0.fewStarts == starts }.map(\.key.strategy).distinct.joined(separator: ", ")
    }
    return parts.isEmpty ? nil : "\(mark): timed in only " + parts.joined(separator: "; ")
  }
}

extension PooledRow {
  /// The number of starts in which first accesses were timed, such as `4 starts`, or `nil` if it is not small or the
  /// report does not say.
  var fewStarts: String? {
    let timed = rows.compactMap { $0.measured?.firstAccess?.count }.map { UInt64(clamping: $0) }
    let starts = timed.reduce(0, &+) / UInt64(max(1, key.threads))
    return timed.isEmpty || starts >= Verdict.fewTrials ? nil : HumanFormat.counted(starts, "start")
  }

  /// Returns the time of a first access in nanoseconds, with the mark of few starts if it needs one.
  func firstAccessText(_ nanoseconds: Double?) -> String {
    HumanFormat.short(nanoseconds) + (nanoseconds != nil && fewStarts != nil ? FewStarts.mark : "")
  }
}
