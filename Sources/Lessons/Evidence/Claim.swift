package import Core

/// A sentence that a lesson stands for, and what must have come out for it to be true.
package struct Claim: Sendable {
  /// Completes "seen: ".
  package let sentence: String
  package let evidence: Evidence
}

/// What to look for in the results of a lesson's experiments.
package struct Evidence: Sendable {
  /// What an experiment is about.
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

  /// The experiment that is judged; nil for a demonstration and for times, which belong to no single one.
  package let subject: Subject?
  /// Whether the verdict is as much one on the machine and the build.
  package var isOfTimes = false
  let judge: @Sendable (LessonResults) -> Judgment
}

/// How a claim stands against what came out.
package enum Judgment: Equatable, Sendable {
  case seen
  case notSeen(expected: String, got: String)
  /// Nothing is wrong but the place: why it cannot be seen here.
  case beyondThisMachine(String)
}

extension LessonStep {
  package static func claims(_ sentence: String, _ evidence: Evidence) -> LessonStep {
    .claims(Claim(sentence: sentence, evidence: evidence))
  }
}

extension Evidence {
  /// What a demonstration must have shown.
  package static func demonstration(expected: String, got: String, _ holds: Bool) -> Evidence {
    Evidence(subject: nil) { _ in holds ? .seen : .notSeen(expected: expected, got: got) }
  }
}
