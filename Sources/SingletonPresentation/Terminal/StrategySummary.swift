import SingletonCore
import SingletonStatistics
import SingletonTextFormats

/// What a run says about one strategy: a verdict for each usage, and the cost of an access.
struct StrategySummary {
  let id: String
  let verdicts: [Usage: Verdict]
  /// The number of trials in which callers only asked the accessor.
  let trials: UInt64
  /// How many of them broke the promise.
  let violatingTrials: UInt64
  /// The time of a later access in nanoseconds: the median over all rows that timed it.
  let cost: Double?

  /// - Parameter rows: The strategy's rows; at least one.
  init(_ id: String, _ rows: [PooledRow]) {
    self.id = id
    let byUsage = Dictionary(grouping: rows, by: \.usage)
    verdicts = byUsage.compactMapValues { Verdict.pooled($0.map(\.verdict)) }
    let asked = byUsage[.accessing] ?? []
    trials = asked.reduce(0) { $0 &+ $1.tally[.trials] }
    violatingTrials = asked.reduce(0) { $0 &+ $1.tally[.violatingTrials] }
    let timed = Usage.allCases.lazy.compactMap { byUsage[$0] }.first!
    cost = MedianInterval(of: timed.flatMap(\.rows).compactMap { $0.measured?.access?.p50 })?.median
  }

  /// The verdict on callers that only ask the accessor, or `nil` if no row tried that.
  var accessor: Verdict? { verdicts[.accessing] }

  /// The first of the usages that were tried, which stands for the strategy, and its verdict.
  var main: (usage: Usage, verdict: Verdict) {
    Usage.allCases.lazy.compactMap { usage in verdicts[usage].map { (usage, $0) } }.first!
  }

  /// The main verdict in words, with its usage if that is not the accessor.
  var phrase: String { (main.usage == .accessing ? "" : main.usage.words + ": ") + main.verdict.phrase() }

  /// Whether every usage that was tried is safe, apart from an initializer that asks for its own instance.
  var isSafeInEveryUse: Bool { verdicts.allSatisfy { $0.key == .reentering || $0.value.kind.isSafe } }

  /// Returns a summary of each strategy that has begun, sorted by safety, then by cost.
  static func sorted(_ rows: [StressRow]) -> [StrategySummary] {
    let pooled = Dictionary(grouping: PooledRow.begun(rows), by: \.key.strategy)
    return rows.map(\.key.strategy).distinct.compactMap { id in pooled[id].map { StrategySummary(id, $0) } }
      .sorted(by: isBefore)
  }

  private static func isBefore(_ a: StrategySummary, _ b: StrategySummary) -> Bool {
    (a.main.verdict.kind.rank, a.cost ?? .infinity, a.id) < (b.main.verdict.kind.rank, b.cost ?? .infinity, b.id)
  }
}

extension [StrategySummary] {
  /// Whether there are so few strategies that their verdicts need no sum.
  var isFew: Bool { count < 4 }

  /// The usages that any row tried, except access, in their order.
  var usages: [Usage] { Usage.allCases.dropFirst().filter { usage in contains { $0.verdicts[usage] != nil } } }

  /// How many strategies are safe, only look safe, and are not safe: sentences, each with the kind of verdict that it is
  /// about.
  ///
  /// - Parameter namesAll: Whether to name those that only look safe, too. A reader of a table sees them there.
  func overview(namesAll: Bool = false) -> [(kind: Verdict.Kind, sentence: String)] {
    let asked = filter { $0.accessor != nil }
    let safe = asked.filter { $0.accessor!.kind.isSafe }
    let always = safe.filter(\.isSafeInEveryUse)
    let names = always.isEmpty || always.count > 4 ? "" : ": " + always.map(\.id).joined(separator: ", ")
    let ids = { (kind: Verdict.Kind) in asked.filter { $0.accessor!.kind == kind }.map(\.id) }
    let (unsafe, unknown) = (ids(.unsafe).count, ids(.unknown).count)
    let looks = ids(.refuted)
    let looking = namesAll ? ": \(looks.joined(separator: ", ")). Nothing" : ": nothing"
    let (crash, hang) = (ids(.crashes), ids(.deadlocks))
    let bad = [
      unsafe == 0 ? nil : "\(unsafe) \(unsafe == 1 ? "is" : "are") unsafe",
      crash.isEmpty
        ? nil : "\(crash.count) \(crash.count == 1 ? "crashes" : "crash"): \(crash.joined(separator: ", "))",
      hang.isEmpty ? nil : "\(hang.count) \(hang.count == 1 ? "hangs" : "hang"): \(hang.joined(separator: ", "))",
    ].compactMap(\.self).joined(separator: "; ")
    let inOtherUses =
      usages.isEmpty ? "" : ", \(always.count) of them in every use that was tried, re-entry apart\(names)"
    let untried = count - asked.count
    let sentences: [(Int, Verdict.Kind, String)] = [
      (
        asked.count, .safe,
        "Of \(HumanFormat.counted(asked.count, "strategy", "strategies")), \(safe.count)"
          + " \(safe.count == 1 ? "is" : "are") safe if callers only ask for the instance\(inOtherUses)."
      ),
      (
        looks.count, .refuted,
        "\(looks.count) only \(looks.count == 1 ? "looks" : "look") safe\(looking) broke here, but the model checker"
          + " shows how it can."
      ),
      (unsafe + crash.count + hang.count, .unsafe, "Even if callers only ask, \(bad)."),
      (unknown, .unknown, "\(unknown) \(unknown == 1 ? "was" : "were") not seen enough."),
      (
        untried, .unknown,
        "Of \(HumanFormat.counted(untried, "strategy", "strategies")), no row tried callers that only ask."
      ),
    ]
    return sentences.filter { $0.0 > 0 }.map { ($0.1, $0.2) }
  }
}

extension Verdict.Kind {
  /// The place in a sorted table, in which a proof makes no strategy safer than another.
  fileprivate var rank: Int { isSafe ? 0 : Self.allCases.firstIndex(of: self)! }
}

extension PooledRow {
  /// What callers do; a scenario of another version is assumed to only access.
  var usage: Usage { Scenario(id: key.scenario)?.usage ?? .accessing }
}
