import SingletonMemoryModels

/// Whether a strategy is safe in a scenario.
///
/// The verdict follows from the observations of a run and the findings of the checker. It does not depend on what the
/// catalog declares.
package struct Verdict: Hashable, Sendable {
  /// The kinds of verdict, from the safest to the least safe. `Verdict+Text.swift` says what each means.
  ///
  /// The raw value is the spelling in reports.
  package enum Kind: String, CaseIterable, Sendable {
    case proved, safe, unknown, refuted, unsafe, deadlocks, crashes

    package var isSafe: Bool { self == .proved || self == .safe }
    /// Whether no trial broke the promise.
    package var sawNothing: Bool { isSafe || self == .unknown || self == .refuted }
  }

  package let kind: Kind
  /// The defects that break the promise: the observed ones or, if none was observed, those that the checker found.
  package let defects: Set<Defect>
  /// For a verdict of the kind `refuted`, the strongest memory model that shows the defects. It tells on which machines
  /// they appear.
  package let model: MemoryModel?

  package init(_ kind: Kind, _ defects: Set<Defect> = [], under model: MemoryModel? = nil) {
    self.kind = kind
    self.defects = defects
    self.model = model
  }

  /// The smallest number of trials from which anything is concluded. In fewer trials, even a defect that affects one
  /// trial in seven may not appear.
  package static let leastTrials: UInt64 = 20

  /// The number of threads in the checks on which verdicts are based. Two threads are enough to show every defect that
  /// the catalog declares.
  package static let checkedThreads = 2
}

extension Verdict {
  /// Creates the verdict on a row of a run.
  ///
  /// - Parameter check: The checker's result in the same scenario, with any number of threads, or `nil` if there is
  ///   none.
  init(_ row: StressRow, check: CheckRow? = nil) {
    let seen = row.anomalies.filter { $0 != .crash && row.promise.isBroken(by: $0) }
    switch row.status {
    case .trapped, .crashed, .exit: self.init(.crashes, seen)
    case .hung: self.init(.deadlocks, seen)
    case .ok where !seen.isEmpty: self.init(.unsafe, seen)
    case .ok, .skipped, .interrupted:
      // A single thread cannot race, and what the checker found for several threads does not apply to it.
      let races = row.key.threads > 1
      // A counterexample applies to every form of a strategy, because all forms share one idea. A proof applies only to
      // the source that was checked, which is that of the harness.
      let applies = row.key.form == RowForm.harness.rawValue || check?.verdict != .proved
      let found = races && applies ? check.flatMap(Verdict.init(found:)) : nil
      let isEnough = races && row.tally[.trials] >= Self.leastTrials && row.expected.unseen.isEmpty
      self = found ?? Verdict(isEnough ? .safe : .unknown)
    }
  }

  /// Creates the verdict that follows from the checker's result alone, or returns `nil` if none does.
  package init?(found check: CheckRow) {
    switch check.verdict {
    case .proved: self.init(.proved)
    case .refuted:
      // A data race is left out if callers can also observe something worse.
      let observable = check.breaches.subtracting([.race])
      let defects = observable.isEmpty ? check.breaches : observable
      let models = defects.compactMap { check.strongestModels[$0] }
      self.init(.refuted, defects, under: MemoryModel.strongestFirst.first(where: models.contains))
    case .undecided, .tooManyThreads, .notModeled: return nil
    }
  }

  /// Returns the verdict, limited to the given defects. If it has none of them, all of its defects remain.
  package func showing(_ defects: Set<Defect>) -> Verdict {
    let shown = self.defects.intersection(defects)
    return shown.isEmpty ? self : Verdict(kind, shown, under: model)
  }

  /// Returns the verdict on several rows of one strategy: the worst of their verdicts, with the defects of all of them.
  /// Returns `nil` if there are no rows.
  package static func pooled(_ verdicts: some Sequence<Verdict>) -> Verdict? {
    // A row without a conclusion does not weaken the conclusions of others.
    let telling = verdicts.filter { $0.kind != .unknown }
    guard let worst = telling.map(\.kind).max(by: { $0.rank < $1.rank }) else {
      return verdicts.contains { $0.kind == .unknown } ? Verdict(.unknown) : nil
    }
    let same = telling.filter { ($0.kind == .refuted) == (worst == .refuted) }
    let models = same.compactMap(\.model)
    return Verdict(
      worst, same.reduce(into: []) { $0.formUnion($1.defects) },
      under: MemoryModel.strongestFirst.first(where: models.contains))
  }
}

extension Verdict.Kind {
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self)! }
}

/// The spelling in reports: the kind, followed by `:` and the defects, and by `@` and the model if there are any; for
/// example `safe`, `unsafe:instances+reinits`, or `refuted:half_built@rc11`.
extension Verdict: LosslessStringConvertible {
  package var description: String {
    kind.rawValue + (defects.isEmpty ? "" : ":" + defects.spelled(separator: "+"))
      + (model.map { "@" + $0.rawValue } ?? "")
  }

  package init?(_ description: String) {
    let halves = description.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = halves[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let model = halves.count == 2 ? MemoryModel(rawValue: String(halves[1])) : nil
    let isKnown = halves.count == 1 || model != nil || halves[1] == MemoryModel.formerName
    guard let kind = Kind(rawValue: String(parts[0])), isKnown,
      let defects = parts.count == 2 ? Set(parts[1], separator: "+") : []
    else { return nil }
    self.init(kind, defects, under: model)
  }
}
