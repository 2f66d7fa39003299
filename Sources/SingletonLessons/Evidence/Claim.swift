package import SingletonCore

/// A claim that a lesson makes, and the evidence that confirms it.
package struct Claim: Sendable {
  /// Completes "seen: ".
  package let sentence: String
  package let evidence: Evidence
}

/// The evidence for a claim, which judges the results of a lesson's experiments.
package struct Evidence: Sendable {
  /// The subject of an experiment.
  package struct Subject: Hashable, Sendable {
    package let strategy: String
    package let scenario: Scenario
    package let isCheck: Bool

    package init(strategy: String, scenario: Scenario, isCheck: Bool) {
      self.strategy = strategy
      self.scenario = scenario
      self.isCheck = isCheck
    }
  }

  /// The experiment that is judged, or `nil` for demonstrations, litmus programs, and times, which may need several.
  package let subject: Subject?
  /// Whether the judgment also depends on the machine and the build.
  package var isOfTimes = false
  let judge: @Sendable (LessonResults) -> Judgment
}

/// The judgment of a claim by the results.
package enum Judgment: Equatable, Sendable {
  case seen
  case notSeen(expected: String, got: String)
  /// The claim cannot be judged on this machine or build; the text gives the reason.
  case beyondThisMachine(String)
}

extension LessonStep {
  package static func claims(_ sentence: String, _ evidence: Evidence) -> LessonStep {
    .claims(Claim(sentence: sentence, evidence: evidence))
  }
}

extension Evidence {
  /// Returns evidence from a demonstration, which is evaluated when the claim is judged.
  package static func demonstration(
    expected: String, got: @autoclosure @escaping @Sendable () -> String,
    _ holds: @autoclosure @escaping @Sendable () -> Bool
  ) -> Evidence {
    Evidence(subject: nil) { _ in holds() ? .seen : .notSeen(expected: expected, got: got()) }
  }
}
