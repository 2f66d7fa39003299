package import Core
package import MemoryModels

extension Evidence {
  /// Some execution shows each of these.
  package static func check(_ strategy: String, _ scenario: Scenario, finds findings: Defect...) -> Evidence {
    check(strategy, scenario, expected: findings.map(\.words).joined(separator: " and ")) {
      $0.grade == .reproduced && Set(findings).isSubset(of: $0.found)
    }
  }

  /// The promise holds in every execution.
  package static func checkProves(_ strategy: String, _ scenario: Scenario) -> Evidence {
    check(strategy, scenario, expected: "a proof") { $0.verdict == .proved && $0.grade == .passed }
  }

  /// The counterexample needs a memory as weak as this, and none weaker.
  package static func check(_ strategy: String, _ scenario: Scenario, isSeenFrom model: MemoryModel) -> Evidence {
    check(strategy, scenario, expected: "a counterexample that \(model.rawValue) shows first") {
      $0.strongestModel == model
    }
  }

  /// Some execution of the program comes to a point where all threads that are left wait, and not every one does.
  package static func mayGetStuck(_ program: String) -> Evidence {
    Evidence(subject: nil) { results in
      let expected = "executions that get stuck beside others that end"
      guard let counts = results.counts(of: program) else { return .notSeen(expected: expected, got: "no program") }
      return counts.stuckExecutions > 0 && counts.executions > 0
        ? .seen : .notSeen(expected: expected, got: "\(counts.stuckExecutions) stuck, \(counts.executions) others")
    }
  }

  private static func check(
    _ strategy: String, _ scenario: Scenario, expected: String, _ holds: @escaping @Sendable (CheckRow) -> Bool
  ) -> Evidence {
    Evidence(subject: Subject(strategy: strategy, scenario: scenario, isCheck: true)) { results in
      guard let row = results.check(of: strategy, in: scenario) else {
        return .notSeen(expected: "a check of \(strategy)", got: "none")
      }
      return holds(row) ? .seen : .notSeen(expected: expected, got: row.account)
    }
  }
}

extension CheckRow {
  fileprivate var account: String {
    let findings = found.inOrderOfInterest.map(\.words).joined(separator: ", ")
    let model = strongestModel.map { ", shown first by \($0.rawValue)" } ?? ""
    return verdict.rawValue + (findings.isEmpty ? "" : ": " + findings) + model
  }
}
