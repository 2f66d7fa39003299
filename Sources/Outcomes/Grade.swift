/// What a row's outcome means against what was declared of it.
package enum Grade: String, CaseIterable, Sendable {
  /// The promise (or the declared trap or hang) held.
  case held
  /// The known defect was shown.
  case shown
  /// The known defect was not shown: the row was too weak to say anything.
  case notShown = "not-shown"
  /// Something happened that nobody declared.
  case broken

  /// Of several rows: what is worst counts, and a defect shown once is shown. nil where none has a grade.
  package static func pooled(_ grades: some Sequence<Grade?>) -> Grade? {
    let grades = Set(grades.compactMap(\.self))
    return [.broken, .shown, .notShown, .held].first(where: grades.contains)
  }
}

/// What one row did, ready to be held against an ``Expectation``.
package struct Outcome: Sendable {
  package let status: RowStatus
  package let tally: Tally
  /// Instances that may be alive at one time without breaking anything: one a class, one an owner.
  package let aliveAllowed: UInt64

  package init(status: RowStatus, tally: Tally, aliveAllowed: UInt64) {
    self.status = status
    self.tally = tally
    self.aliveAllowed = aliveAllowed
  }

  /// What the row has shown, in the sense in which a declaration demands it.
  package var shown: Set<Observation> {
    Set(Observation.allCases.filter { count(of: $0) > (Self.naturallyOne.contains($0) ? 1 : 0) })
  }

  /// What the row has shown that is forbidden unless it was declared.
  package var conspicuous: Set<Observation> {
    var conspicuous = shown
    if tally[.crowdedTrials] == 0 { conspicuous.remove(.instances) }
    if tally[.liveMax] <= aliveAllowed { conspicuous.remove(.liveMax) }
    return conspicuous
  }

  /// nil where nothing ran that could be graded.
  package func grade(against expectation: Expectation) -> Grade? {
    switch status {
    case .skipped, .interrupted: nil
    case _ where !forbidden(by: expectation).isEmpty: .broken
    case .ok, .crashed: grade(ofDemand: expectation.demand)
    case .trapped: expectation.demand == .trap ? .held : .broken
    case .hung: expectation.demand == .hang ? .held : .broken
    case .exit: .broken
    }
  }

  /// What was seen that the expectation does not allow.
  package func forbidden(by expectation: Expectation) -> Set<Observation> {
    conspicuous.subtracting(expectation.allowed)
  }

  private func grade(ofDemand demand: Expectation.Demand) -> Grade {
    switch demand {
    case .sound: .held
    case .all(let observations): observations.isSubset(of: shown) ? .shown : .notShown
    case .any(let observations): observations.isDisjoint(with: shown) ? .notShown : .shown
    case .trap, .hang: .broken
    }
  }

  /// A healthy trial has one instance, and one alive.
  private static let naturallyOne: Set<Observation> = [.instances, .liveMax]

  private func count(of observation: Observation) -> UInt64 {
    switch observation {
    case .instances: tally[.instancesMax]
    case .inits: tally.initReentries
    case .reinits: tally[.reinits]
    case .nestedInits: tally[.nestedInits]
    case .halfBuilt: tally[.halfBuilt]
    case .nilResults: tally[.nilResults]
    case .wrongClass: tally[.wrongClass]
    case .usedAfterDestroy: tally[.usedAfterDestroy]
    case .liveMax: tally[.liveMax]
    case .refused: tally[.refused]
    case .crash: if case .crashed = status { 1 } else { 0 }
    }
  }
}
