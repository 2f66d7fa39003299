package import Outcomes
import Reports

extension Evidence {
  /// The race has shown all of these, and nothing that is not declared.
  package static func race(_ strategy: String, _ scenario: Scenario, shows observations: Observation...) -> Evidence {
    let wanted = Set(observations)
    let expected = observations.map(\.words).joined(separator: " and ")
    return race(strategy, scenario) { rows in
      if rows.contains(where: { $0.grade == .shown && wanted.isSubset(of: $0.outcome.shown) }) { return .seen }
      let isSilent = rows.contains { $0.grade == .notShown }
      if isSilent && rows[0].host.cores == 1 { return .beyondThisMachine("one core only: threads seldom meet") }
      return .notSeen(expected: expected, got: rows.account)
    }
  }

  /// Every trial of the race kept the promise.
  package static func raceHolds(_ strategy: String, _ scenario: Scenario) -> Evidence {
    race(strategy, scenario) { rows in
      rows.allSatisfy { $0.grade == .held }
        ? .seen : .notSeen(expected: "the promise in every trial", got: rows.account)
    }
  }

  /// Every trial of the race ended in the trap or the hang that is declared.
  package static func race(_ strategy: String, _ scenario: Scenario, endsIn end: Expectation.Demand) -> Evidence {
    race(strategy, scenario) { rows in
      rows.allSatisfy { $0.grade == .held && $0.expected.demand == end }
        ? .seen : .notSeen(expected: "a \(end) in every trial", got: rows.account)
    }
  }

  private static func race(
    _ strategy: String, _ scenario: Scenario, _ judge: @escaping @Sendable ([StressRow]) -> Judgement
  ) -> Evidence {
    Evidence(subject: Subject(strategy: strategy, scenario: scenario, isCheck: false)) { notebook in
      let rows = notebook.races(of: strategy, in: scenario)
      return rows.isEmpty ? .notSeen(expected: "a race of \(strategy)", got: "none") : judge(rows)
    }
  }
}

extension StressRow {
  fileprivate var outcome: Outcome {
    Outcome(status: status, tally: measured?.tally ?? Tally(), aliveAllowed: aliveAllowed)
  }
}

extension [StressRow] {
  /// What they did, in words, for a claim that did not come out.
  fileprivate var account: String {
    let shown = reduce(into: Set<Observation>()) { $0.formUnion($1.outcome.conspicuous) }.inOrder.map(\.words)
    let ends = Set(map(\.status)).filter { $0 != .ok }.map(\.description).sorted()
    let trials = reduce(0) { $0 + ($1.measured?.tally[.trials] ?? 0) }
    let findings = shown + ends
    return (findings.isEmpty ? "nothing unusual" : findings.joined(separator: ", "))
      + " in " + Figure.counted(trials, "trial")
  }
}
