import Lessons
import Testing

/// What a part is there for.
enum PartKind { case paragraph, source, question, experiment, claim, answer }

extension Part {
  var kind: PartKind {
    switch self {
    case .says: .paragraph
    case .shows, .showsFile: .source
    case .asks: .question
    case .races, .checks, .explores, .demonstrates: .experiment
    case .claims: .claim
    case .answers: .answer
    }
  }

  /// What an experiment is about.
  var subjects: [Evidence.Subject] {
    switch self {
    case .races(let experiment):
      experiment.strategies.map { Evidence.Subject(strategy: $0, scenario: experiment.scenario, isCheck: false) }
    case .checks(let experiment):
      [Evidence.Subject(strategy: experiment.strategy, scenario: experiment.scenario, isCheck: true)]
    default: []
    }
  }

  var claimedSubject: Evidence.Subject? { if case .claims(let claim) = self { claim.evidence.subject } else { nil } }
}

extension Lesson: CustomTestStringConvertible {
  public var testDescription: String { id }
}
