import SingletonPlatform

/// The change of the numbers of instructions of a group's accesses.
package struct CountChange: Sendable {
  package enum Direction: String, CaseIterable, Sendable { case more, fewer, same, notJudged = "not judged" }

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
      Change("a later access", old.laterAccess, new.laterAccess, gate: gate),
      Change("the first access", old.firstAccess, new.firstAccess, gate: gate),
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

/// The counts of one access in the replicates of a group.
struct GroupCount: Sendable {
  /// The count, or `nil` if it is unknown or varies.
  let exact: InstructionCount?
  /// Whether replicates, or the processes of one, have different counts.
  let varies: Bool
  /// The number of instructions or, if it varies, the smallest and the largest one, such as `668 to 672`.
  let range: String

  init(_ counts: [(least: InstructionCount?, most: UInt64?)]) {
    varies = Set(counts.map(\.least)).count > 1 || counts.contains { $0.most != nil }
    exact = varies ? nil : counts.first?.least
    let all = counts.flatMap { [$0.least?.instructions, $0.most] }.compactMap(\.self)
    let ends = [counts.contains { $0.least == nil } ? nil : all.min(), all.max()]
    let words = ends.map { $0.map(HumanFormat.grouped) ?? "none" }
    range = varies ? "\(words[0]) to \(words[1])" : words[0]
  }
}

/// The change of the count of one access.
private struct Change {
  let direction: CountChange.Direction
  let words: String

  init(_ access: String, _ old: GroupCount, _ new: GroupCount, gate: Double) {
    switch (old.exact, new.exact) {
    // Ranges that do not overlap prove nothing either: a few processes may have missed the rest of each.
    case _ where old.varies || new.varies:
      let before = new.range == old.range ? "" : ", before \(old.range)"
      let ranges = new.varies ? "varies from \(new.range)\(before)" : "varied from \(old.range), now \(new.range)"
      (direction, words) = (.notJudged, "\(access) \(ranges) instructions: not judged")
    case (nil, nil): (direction, words) = (.same, "")
    case (let before?, let now?):
      direction = Self.direction(before, now, gate: gate)
      words = before == now ? "" : "\(access) has \(now.changes(from: before))"
    case (let before, _):
      (direction, words) = (.notJudged, "\(access) has no counts in the \(before == nil ? "old" : "new") report")
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
