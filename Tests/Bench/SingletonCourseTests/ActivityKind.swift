import SingletonCore
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

  /// The rows of a run or a check; none for any other activity.
  var rows: [ExperimentRow] {
    switch self {
    case .runs(let experiment):
      experiment.strategies.map { ExperimentRow(strategy: $0, scenario: experiment.scenario, isCheck: false) }
    case .checks(let experiment):
      [ExperimentRow(strategy: experiment.strategy, scenario: experiment.scenario, isCheck: true)]
    default: []
    }
  }
}

/// A strategy in a scenario that a lesson runs or checks.
struct ExperimentRow: Hashable {
  let strategy: String
  let scenario: Scenario
  let isCheck: Bool
}

extension Claim {
  /// Returns the row that is judged, if there is exactly one among those of the last experiment of its kind.
  ///
  /// - Parameter rows: The rows of the last run and the last check before the claim.
  func row(among rows: [ExperimentRow]) -> ExperimentRow? {
    let candidates = rows.filter { row in
      switch evidence.subject {
      case .run(let strategy): !row.isCheck && (strategy == nil || strategy == row.strategy)
      case .check: row.isCheck
      case .other: false
      }
    }
    return candidates.count == 1 ? candidates[0] : nil
  }
}

extension Lesson: CustomTestStringConvertible {
  public var testDescription: String { id }
}
