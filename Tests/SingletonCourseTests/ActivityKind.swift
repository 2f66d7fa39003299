import Testing

@testable import SingletonCourse

/// The purpose of an activity.
enum ActivityKind { case paragraph, source, question, experiment, claim, answer }

extension Lesson.Activity {
  var kind: ActivityKind {
    switch self {
    case .says: .paragraph
    case .shows, .showsFile: .source
    case .asks: .question
    case .runs, .checks, .explores, .demonstrates: .experiment
    case .claims: .claim
    case .answers: .answer
    }
  }

  /// The strategies and scenarios of an experiment; empty for any other activity.
  var subjects: [Evidence.Subject] {
    switch self {
    case .runs(let experiment):
      experiment.strategies.map { Evidence.Subject(strategy: $0, scenario: experiment.scenario, isCheck: false) }
    case .checks(let experiment):
      [Evidence.Subject(strategy: experiment.strategy, scenario: experiment.scenario, isCheck: true)]
    default: []
    }
  }

  /// The strategy and scenario of a claim, or `nil` for any other activity.
  var claimedSubject: Evidence.Subject? { if case .claims(let claim) = self { claim.evidence.subject } else { nil } }
}

extension Lesson: CustomTestStringConvertible {
  public var testDescription: String { id }
}
