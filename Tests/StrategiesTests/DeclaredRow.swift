import Outcomes

/// What the project promises of one strategy, written down a second time, so that no card can change by accident.
struct DeclaredRow {
  let id: String
  /// In the report's spelling. What the tables say of re-entry is a list of its own.
  let expected: [Scenario: String]

  init(_ id: String, _ expected: [Scenario: String]) {
    self.id = id
    self.expected = expected
  }

  static let all = ofDocuments + beyondDocuments
}

/// Where one strategy is in one scenario.
struct Place: Hashable, Comparable, CustomStringConvertible {
  let id: String
  let scenario: Scenario

  init(_ id: String, _ scenario: Scenario) {
    self.id = id
    self.scenario = scenario
  }

  var description: String { "\(id), \(scenario.rawValue)" }

  static func < (a: Place, b: Place) -> Bool { a.description < b.description }
}
