package import Outcomes

extension Evidence {
  /// Some execution shows each of these.
  package static func check(_ strategy: String, _ scenario: Scenario, finds findings: CheckFinding...) -> Evidence {
    check(strategy, scenario, expected: findings.map(\.words).joined(separator: " and ")) {
      $0.grade == .shown && Set(findings).isSubset(of: $0.found)
    }
  }

  /// The promise holds in every execution.
  package static func checkProves(_ strategy: String, _ scenario: Scenario) -> Evidence {
    check(strategy, scenario, expected: "a proof") { $0.verdict == .proved && $0.grade == .held }
  }

  /// The counterexample needs a memory as weak as this, and none weaker.
  package static func check(_ strategy: String, _ scenario: Scenario, isSeenFrom model: ModelName) -> Evidence {
    check(strategy, scenario, expected: "a counterexample that \(model.rawValue) shows first") {
      $0.weakestModel == model
    }
  }

  /// Some execution of the program comes to a point where all threads that are left wait, and not every one does.
  package static func mayGetStuck(_ program: String) -> Evidence {
    Evidence(subject: nil) { notebook in
      let expected = "executions that get stuck beside others that end"
      guard let counts = notebook.counts(of: program) else { return .notSeen(expected: expected, got: "no program") }
      return counts.isStuck && counts.executions > 0
        ? .seen : .notSeen(expected: expected, got: "\(counts.stuckExecutions) stuck, \(counts.executions) others")
    }
  }

  private static func check(
    _ strategy: String, _ scenario: Scenario, expected: String, _ holds: @escaping @Sendable (CheckRow) -> Bool
  ) -> Evidence {
    Evidence(subject: Subject(strategy: strategy, scenario: scenario, isCheck: true)) { notebook in
      guard let row = notebook.check(of: strategy, in: scenario) else {
        return .notSeen(expected: "a check of \(strategy)", got: "none")
      }
      return holds(row) ? .seen : .notSeen(expected: expected, got: row.account)
    }
  }
}

extension CheckRow {
  fileprivate var account: String {
    let findings = found.inOrderOfInterest.map(\.words).joined(separator: ", ")
    let model = weakestModel.map { ", shown first by \($0.rawValue)" } ?? ""
    return verdict.rawValue + (findings.isEmpty ? "" : ": " + findings) + model
  }
}
