package import SingletonCore
import SingletonTextFormats

extension Evidence {
  /// Returns evidence that the run shows all of these defects, and nothing that is not declared.
  package static func run(_ strategy: String, _ scenario: Scenario, shows defects: Defect...) -> Evidence {
    let wanted = Set(defects)
    let expected = defects.map(\.meaning).joined(separator: " and ")
    return run(strategy, scenario) { rows in
      if rows.contains(where: { $0.grade == .reproduced && wanted.isSubset(of: $0.outcome.shown) }) { return .seen }
      let isSilent = rows.contains { $0.grade == .notReproduced }
      if isSilent && rows[0].host.cores == 1 { return .beyondThisMachine("one core only: threads rarely overlap") }
      return .notSeen(expected: expected, got: rows.account)
    }
  }

  /// Returns evidence that every trial of the run kept the promise.
  package static func runPasses(_ strategy: String, _ scenario: Scenario) -> Evidence {
    run(strategy, scenario) { rows in
      rows.allSatisfy { $0.grade == .passed }
        ? .seen : .notSeen(expected: "the promise in every trial", got: rows.account)
    }
  }

  /// Returns evidence that every trial of the run ended in the declared trap or hang.
  package static func run(_ strategy: String, _ scenario: Scenario, endsIn end: Expectation.Demand) -> Evidence {
    run(strategy, scenario) { rows in
      rows.allSatisfy { $0.grade == .passed && $0.expected.demand == end }
        ? .seen : .notSeen(expected: "a \(end) in every trial", got: rows.account)
    }
  }

  private static func run(
    _ strategy: String, _ scenario: Scenario, _ judge: @escaping @Sendable ([StressRow]) -> Judgment
  ) -> Evidence {
    Evidence(subject: Subject(strategy: strategy, scenario: scenario, isCheck: false)) { results in
      let rows = results.runs(of: strategy, in: scenario)
      return rows.isEmpty ? .notSeen(expected: "a run of \(strategy)", got: "none") : judge(rows)
    }
  }
}

extension [StressRow] {
  /// The results of the rows in words, for a claim that is not confirmed.
  fileprivate var account: String {
    let shown = reduce(into: Set<Defect>()) { $0.formUnion($1.outcome.anomalies) }.inOrder.map(\.meaning)
    let ends = Set(map(\.status)).filter { $0 != .ok }.map(\.description).sorted()
    let trials = reduce(0) { $0 + ($1.measured?.tally[.trials] ?? 0) }
    let findings = shown + ends
    return (findings.isEmpty ? "nothing unusual" : findings.joined(separator: ", "))
      + " in " + HumanFormat.counted(trials, "trial")
  }
}
