/// The outcome of one row, which is compared with an ``Expectation``.
package struct Outcome: Sendable {
  package let status: RowStatus
  package let tally: Tally
  /// The number of instances that may be alive at the same time without a violation: one per class or owner.
  package let aliveAllowed: UInt64

  package init(status: RowStatus, tally: Tally, aliveAllowed: UInt64) {
    self.status = status
    self.tally = tally
    self.aliveAllowed = aliveAllowed
  }

  /// The defects that the row has shown, in the sense in which an expectation demands them.
  package var shown: Set<Defect> {
    Set(Defect.allCases.filter { count(of: $0) > (Self.normallyOne.contains($0) ? 1 : 0) })
  }

  /// The defects that the row has shown and that fail it unless they are declared.
  package var anomalies: Set<Defect> {
    var anomalies = shown.subtracting([.trap, .hang])
    if tally[.multiInstanceTrials] == 0 { anomalies.remove(.instances) }
    if tally[.liveMax] <= aliveAllowed { anomalies.remove(.liveMax) }
    return anomalies
  }

  /// The observed defects in the notation of an expectation, or `nil` if nothing ran.
  package var observed: Expectation.Demand? {
    switch status {
    case .skipped, .interrupted: nil
    case .trapped: .trap
    case .hung: .hang
    case .ok, .crashed: .all(anomalies)
    case .exit: .all(anomalies.union([.crash]))
    }
  }

  /// Returns the row's grade, or `nil` if nothing ran that could be graded.
  package func grade(against expectation: Expectation) -> Grade? {
    switch status {
    case .skipped, .interrupted: nil
    case _ where !forbidden(by: expectation).isEmpty: .failed
    case _ where !status.isDeclared(by: expectation): .failed
    case .trapped, .hung: .passed
    case .ok, .crashed, .exit: grade(ofDemand: expectation.demand)
    }
  }

  /// Returns the defects that the row has shown and the expectation does not allow.
  package func forbidden(by expectation: Expectation) -> Set<Defect> { anomalies.subtracting(expectation.allowed) }

  private func grade(ofDemand demand: Expectation.Demand) -> Grade {
    switch demand {
    case .sound: .passed
    // The row should not have completed.
    case .ends: .failed
    case .all(let defects): defects.isSubset(of: shown) ? .reproduced : .notReproduced
    case .any(let defects): defects.isDisjoint(with: shown) ? .notReproduced : .reproduced
    }
  }

  /// The defects whose count is 1 in a sound trial, which has one instance, and one alive.
  private static let normallyOne: Set<Defect> = [.instances, .liveMax]

  private func count(of defect: Defect) -> UInt64 {
    switch (defect, status) {
    case (.crash, .crashed), (.trap, .trapped), (.hang, .hung): 1
    default: tally.count(of: defect)
    }
  }
}

extension RowStatus {
  /// Returns whether the expectation declares that a row ends with this status.
  package func isDeclared(by expectation: Expectation) -> Bool {
    switch self {
    case .ok: expectation.demand.endings.isEmpty
    case .trapped: expectation.demand.endings.contains(.trap)
    case .hung: expectation.demand.endings.contains(.hang)
    case .crashed: expectation.allowed.contains(.crash)
    case .exit, .skipped, .interrupted: false
    }
  }
}
