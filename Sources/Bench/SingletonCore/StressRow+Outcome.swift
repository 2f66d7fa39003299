/// The outcome of a row, to be compared with its ``Expectation``.
extension StressRow {
  var tally: Tally { measured?.tally ?? Tally() }

  /// The defects that the row has shown and that an expectation can demand.
  package var shown: Set<Defect> {
    switch status {
    case .trapped: tally.shown.union([.trap])
    case .crashed: tally.shown.union([.crash])
    case .hung: tally.shown.union([.hang])
    case .ok, .exit, .skipped, .interrupted: tally.shown
    }
  }

  /// The defects that the row has shown and that fail it unless they are declared or allowed.
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

  /// The grade that follows from the outcome, or `nil` if nothing ran that could be graded.
  package var deservedGrade: Grade? {
    switch status {
    case .skipped, .interrupted: nil
    case _ where !forbidden.isEmpty || !endedAsDeclared: .failed
    case .trapped, .hung: .passed
    case .ok, .crashed, .exit: gradeOfDemand
    }
  }

  /// The defects that the row has shown but its expectation does not allow.
  package var forbidden: Set<Defect> { anomalies.subtracting(expected.allowed) }

  private var gradeOfDemand: Grade {
    switch expected.demand {
    case .sound: .passed
    // The row should not have completed.
    case .ends: .failed
    case .all(let defects): defects.isSubset(of: shown) ? .reproduced : .notReproduced
    case .any(let defects): defects.isDisjoint(with: shown) ? .notReproduced : .reproduced
    }
  }
}

extension Tally {
  /// The defects whose count is 1, not 0, in a sound trial: it has one instance, which is alive.
  private static let normallyOne: Set<Defect> = [.instances, .liveMax]

  /// The defects that were counted.
  package var shown: Set<Defect> {
    Set(Defect.allCases.filter { count(of: $0) > (Self.normallyOne.contains($0) ? 1 : 0) })
  }
}

extension RowStatus {
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
