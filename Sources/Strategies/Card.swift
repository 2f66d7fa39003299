package import Outcomes

/// What the catalogue knows of a strategy: its name, its idea, where it comes from, and what it must show.
package struct Card: Sendable {
  /// Names the mechanism; whether that is right is data.
  package let id: String
  /// One sentence.
  package let idea: String
  /// One sentence; empty where nothing can.
  package let risk: String
  /// Which document shows it, for example `001 §2`; empty where no document does.
  package let source: String
  package let declarations: [Declaration]
  /// Orderings that could be weaker without anything going wrong.
  package let spares: [Spare]

  /// An ordering that is stronger than it needs to be, and why it is so all the same.
  package struct Spare: Sendable {
    /// As it stands in the source: what the line of the operation contains, and the ordering that could be weaker.
    package let operation: String
    package let ordering: String
    /// One sentence.
    package let why: String

    package init(_ operation: String, _ ordering: String, why: String) {
      self.operation = operation
      self.ordering = ordering
      self.why = why
    }
  }

  /// What is declared of the strategy in one scenario.
  package struct Declaration: Sendable {
    package let scenario: Scenario
    package let expectation: Expectation
  }

  package init(
    id: String, idea: String, risk: String = "", source: String = "",
    expects declarations: KeyValuePairs<Scenario, Expectation>, spares: [Spare] = []
  ) {
    self.id = id
    self.idea = idea
    self.risk = risk
    self.source = source
    self.spares = spares
    self.declarations = declarations.map { Declaration(scenario: $0.key, expectation: $0.value) }
  }

  package func expectation(in scenario: Scenario) -> Expectation? {
    declarations.first { $0.scenario == scenario }?.expectation
  }
}
