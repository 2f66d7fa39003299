package import SingletonCore
package import SingletonMemoryModels

extension Evidence {
  /// Returns evidence that the check finds each of these defects.
  package static func check(_ strategy: String, _ scenario: Scenario, finds findings: Defect...) -> Evidence {
    check(strategy, scenario, expected: findings.map(\.meaning).joined(separator: " and ")) {
      $0.grade == .reproduced && Set(findings).isSubset(of: $0.found)
    }
  }

  /// Returns evidence that the promise holds in every execution.
  package static func checkProves(_ strategy: String, _ scenario: Scenario) -> Evidence {
    check(strategy, scenario, expected: "a proof") { $0.verdict == .proved && $0.grade == .passed }
  }

  /// Returns evidence that the strongest memory model that shows the counterexample is this one.
  package static func check(_ strategy: String, _ scenario: Scenario, isSeenFrom model: MemoryModel) -> Evidence {
    check(strategy, scenario, expected: "a counterexample, with \(model.rawValue) as the strongest model that shows it")
    {
      $0.counterexample?.strongestModel == model
    }
  }

  /// Returns evidence that some executions of the program get stuck, with every remaining thread waiting, and others end.
  package static func mayGetStuck(_ program: String) -> Evidence {
    Evidence(subject: nil) { results in
      let expected = "some executions that get stuck and some that end"
      guard let counts = results.result(of: program)?.tally else {
        return .notSeen(expected: expected, got: "no program")
      }
      return counts.stuckExecutions > 0 && counts.executions > 0
        ? .seen : .notSeen(expected: expected, got: "\(counts.stuckExecutions) stuck, \(counts.executions) others")
    }
  }

  /// Returns evidence that the program may end with these values, under this model and no stronger one.
  package static func litmus(_ program: String, allows values: String, from model: MemoryModel) -> Evidence {
    litmus(program, values, expected: model.rawValue) { $0 == model }
  }

  /// Returns evidence that the program never ends with these values.
  package static func litmus(_ program: String, forbids values: String) -> Evidence {
    litmus(program, values, expected: "no model") { $0 == nil }
  }

  private static func litmus(
    _ program: String, _ values: String, expected: String, _ holds: @escaping @Sendable (MemoryModel?) -> Bool
  ) -> Evidence {
    Evidence(subject: nil) { results in
      guard let result = results.result(of: program) else {
        return .notSeen(expected: "outcomes of \(program)", got: "none")
      }
      let model = result.outcomes.first { $0.values == values }?.model
      return holds(model)
        ? .seen : .notSeen(expected: "\(values) from \(expected)", got: model?.rawValue ?? "no model")
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
    let findings = found.inOrderOfInterest.map(\.meaning).joined(separator: ", ")
    let model = counterexample?.strongestModel.map { ", strongest model \($0.rawValue)" } ?? ""
    return verdict.rawValue + (findings.isEmpty ? "" : ": " + findings) + model
  }
}
