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
    case proved
    case provedIfNoTimeout = "proved-if-no-timeout"
    case safe, unknown, refuted, unsafe, deadlocks, crashes

    package var isProved: Bool { self == .proved || self == .provedIfNoTimeout }
    package var isSafe: Bool { isProved || self == .safe }
    /// Whether no trial broke the promise.
    package var sawNothing: Bool { isSafe || self == .unknown || self == .refuted }
  }

  package let kind: Kind
  /// The defects that break the promise: the observed ones or, if none was observed, those that the checker found.
  /// Only the latter have memory models.
  package let findings: Findings

  package var defects: Set<Defect> { findings.defects }

  package init(_ kind: Kind, _ findings: Findings) { (self.kind, self.findings) = (kind, findings) }

  package init(_ kind: Kind, _ defects: Set<Defect> = [], models: [Defect: MemoryModel] = [:]) {
    self.init(kind, Findings(defects, models: models))
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
      // A single thread cannot race, and what the checker found for several threads does not apply to it. A row without
      // a trial has no verdict, not even the checker's: a reader would take it for raced.
      let races = row.key.threads > 1 && row.tally[.trials] > 0
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
    case .proved: self.init(check.condition == nil ? .proved : .provedIfNoTimeout)
    case .refuted:
      // A data race is left out if callers can also observe something worse.
      let observable = check.breaches.subtracting([.race])
      self.init(.refuted, observable.isEmpty ? check.breaches : observable, models: check.strongestModels)
    case .undecided, .tooManyThreads, .notModeled: return nil
    }
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
    return Verdict(worst, same.reduce(Findings()) { $0.union($1.findings) })
  }
}

extension Verdict.Kind {
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self)! }
}

/// The spelling in reports: the kind, followed by `:` and the defects if there are any, each with `@` and the model if the
/// checker found it; for example `safe`, `unsafe:instances+reinits`, or `refuted:instances@sc+half_built@arm`.
extension Verdict: LosslessStringConvertible {
  package var description: String {
    kind.rawValue + (defects.isEmpty ? "" : ":" + findings.spelled(separator: "+"))
  }

  package init?(_ description: String) {
    let parts = description.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = Kind(rawValue: String(parts[0])),
      let findings = parts.count == 1 ? Findings() : Findings(parts[1], separator: "+")
    else { return nil }
    // Older reports have one model behind all defects, and do not tell which of them it shows.
    let isCertain = parts.last!.split(separator: "+").allSatisfy { $0.contains("@") }
    self.init(kind, isCertain ? findings : Findings(findings.defects))
  }
}
