import SingletonPlatform

/// The change of the numbers of instructions of a group's accesses.
package struct CountChange: Sendable {
  package enum Direction: String, Sendable { case more, fewer, same, notJudged = "not judged" }

  package let direction: Direction
  /// The changed counts in words, or the reason why they are not judged; empty if nothing changed.
  let why: String

  /// Compares the counts of two groups.
  ///
  /// - Parameter gate: The percentage by which a count may grow.
  /// - Returns: `nil` if neither group has counts.
  init?(_ old: ReplicateGroup, _ new: ReplicateGroup, gate: Double) {
    guard !old.counts.isEmpty || !new.counts.isEmpty else { return nil }
    if let obstacle = Self.incomparability(old.counts, new.counts) {
      (direction, why) = (.notJudged, "counts not judged: " + obstacle)
      return
    }
    let changes = [
      Change("a later access", old.counts.map(\.counts.later), new.counts.map(\.counts.later), gate: gate),
      Change("the first access", old.counts.map(\.counts.first), new.counts.map(\.counts.first), gate: gate),
    ]
    let directions = changes.map(\.direction)
    direction = [.more, .notJudged, .fewer].first { directions.contains($0) } ?? .same
    why = changes.map(\.words).filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// Returns the reason why the counts cannot be compared, or `nil` if they can be.
  private static func incomparability(_ old: [ReplicateCount], _ new: [ReplicateCount]) -> String? {
    if old.isEmpty || new.isEmpty { return "none in the \(old.isEmpty ? "old" : "new") report" }
    let prints = Set((old + new).map(\.fingerprint))
    return prints.count == 1 ? nil : "the compiler, a library or the processor is another one"
  }
}

/// The change of the count of one access.
private struct Change {
  let direction: CountChange.Direction
  let words: String

  init(_ access: String, _ old: [InstructionCount?], _ new: [InstructionCount?], gate: Double) {
    switch (Set(old), Set(new)) {
    case ([nil], [nil]): (direction, words) = (.same, "")
    case (let old, let new) where old.count == 1 && new.count == 1:
      guard let before = old.first!, let now = new.first! else {
        (direction, words) = (.notJudged, "\(access) has no counts in the \(old.first! == nil ? "old" : "new") report")
        return
      }
      direction = Self.direction(before, now, gate: gate)
      words = before == now ? "" : "\(access) has \(now.changes(from: before))"
    default: (direction, words) = (.notJudged, "the replicates have different counts of \(access)")
    }
  }

  private static func direction(
    _ old: InstructionCount, _ new: InstructionCount, gate: Double
  ) -> CountChange.Direction {
    let pairs = zip(old.parts, new.parts).map { (Double($0.count), Double($1.count)) }
    if pairs.contains(where: { $1 > $0 * (1 + gate / 100) }) { return .more }
    return pairs.contains { $1 * (1 + gate / 100) < $0 } ? .fewer : .same
  }
}

extension CountChange.Direction {
  /// The verdict on a group with this change.
  var verdict: GroupChange {
    switch self {
    case .more: .worse
    case .fewer: .better
    case .same: .same
    case .notJudged: .notJudged
    }
  }
}
