import SingletonMemoryModels

/// The answer to the question whether a strategy is safe in a scenario.
///
/// It follows from the observations of a run and the findings of the checker, never from the catalog's declarations.
package struct Verdict: Hashable, Sendable {
  /// The kinds of verdict, from the safest to the least safe.
  ///
  /// The raw value is the spelling in reports.
  package enum Kind: String, CaseIterable, Sendable {
    /// No trial broke the promise, and the checker has proved that none can with ``Verdict/checkedThreads`` threads.
    case proved
    /// No trial broke the promise, in enough trials.
    case safe
    /// No trial broke the promise, but there were too few trials or threads to conclude anything.
    case unknown
    /// No trial broke the promise, but the checker has an execution that does.
    case refuted
    /// A trial broke the promise.
    case unsafe
    /// A trial waited forever.
    case deadlocks
    /// A trial ended the process, by a crash or by a check that failed.
    case crashes

    package var isSafe: Bool { self == .proved || self == .safe }
    /// Whether no trial broke the promise.
    package var sawNothing: Bool { isSafe || self == .unknown || self == .refuted }
  }

  package let kind: Kind
  /// The defects that break the promise: those that were seen, or those that the checker found if none was.
  package let defects: Set<Defect>
  /// The strongest memory model that shows the defects of the kind `refuted`, which says on which machines they appear.
  package let model: MemoryModel?

  package init(_ kind: Kind, _ defects: Set<Defect> = [], under model: MemoryModel? = nil) {
    self.kind = kind
    self.defects = defects
    self.model = model
  }

  /// The smallest number of trials that allows a conclusion: in fewer, even a defect in every seventh trial may not
  /// appear.
  package static let leastTrials: UInt64 = 20

  /// The number of threads with which the checker is asked for a verdict: two threads show everything that the catalog
  /// declares.
  package static let checkedThreads = 2
}

extension Verdict {
  /// Creates the verdict on a row of a run.
  ///
  /// - Parameter check: The findings of the checker in the same scenario, with any number of threads.
  init(_ row: StressRow, check: CheckRow? = nil) {
    let seen = row.anomalies.filter { $0 != .crash && row.promise.isBroken(by: $0) }
    switch row.status {
    case .trapped, .crashed, .exit: self.init(.crashes, seen)
    case .hung: self.init(.deadlocks, seen)
    case .ok where !seen.isEmpty: self.init(.unsafe, seen)
    case .ok, .skipped, .interrupted:
      // One thread alone has no race, and a proof or a counterexample for several threads does not apply to it.
      let races = row.key.threads > 1
      // A counterexample holds for each form of a strategy, because all have the same idea. A proof holds for the source
      // that was checked, which is the harness's.
      let applies = row.key.form == RowForm.harness.rawValue || check?.verdict != .proved
      let found = races && applies ? check.flatMap(Verdict.init(found:)) : nil
      let isEnough = races && row.tally[.trials] >= Self.leastTrials && row.expected.unseen.isEmpty
      self = found ?? Verdict(isEnough ? .safe : .unknown)
    }
  }

  /// Creates the verdict of the checker alone, or returns `nil` if it has none.
  package init?(found check: CheckRow) {
    switch check.verdict {
    case .proved: self.init(.proved)
    case .refuted:
      // A data race counts only if no caller can observe anything else.
      let observable = check.breaches.subtracting([.race])
      let defects = observable.isEmpty ? check.breaches : observable
      let models = defects.compactMap { check.strongestModels[$0] }
      self.init(.refuted, defects, under: MemoryModel.strongestFirst.first(where: models.contains))
    case .undecided, .tooManyThreads, .notModeled: return nil
    }
  }

  /// Returns the verdict with only those of its defects that are among the given ones, or with all of them if none is.
  package func showing(_ defects: Set<Defect>) -> Verdict {
    let shown = self.defects.intersection(defects)
    return shown.isEmpty ? self : Verdict(kind, shown, under: model)
  }

  /// Returns the verdict on several rows of one strategy, or `nil` if there are none: the worst of them, with
  /// everything that was seen.
  package static func pooled(_ verdicts: some Sequence<Verdict>) -> Verdict? {
    // A row without a conclusion takes nothing from rows that have one.
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

/// The spelling in reports: the kind, then `:` and the defects, then `@` and the model, such as `safe`,
/// `unsafe:instances+reinits` or `refuted:half_built@rc11`.
extension Verdict: LosslessStringConvertible {
  package var description: String {
    kind.rawValue + (defects.isEmpty ? "" : ":" + defects.spelled(separator: "+"))
      + (model.map { "@" + $0.rawValue } ?? "")
  }

  package init?(_ description: String) {
    let halves = description.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = halves[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let model = halves.count == 2 ? MemoryModel(rawValue: String(halves[1])) : nil
    guard let kind = Kind(rawValue: String(parts[0])), halves.count == 1 || model != nil,
      let defects = parts.count == 2 ? Set(parts[1], separator: "+") : []
    else { return nil }
    self.init(kind, defects, under: model)
  }
}
