import Core

/// What is known of a strategy: its name, its idea, where it comes from, and what it must show.
public struct StrategyInfo: Sendable {
  /// Names the mechanism; whether that is right is data.
  public let id: String
  /// One sentence.
  public let idea: String
  /// One sentence; empty where nothing can.
  public let risk: String
  /// Which document shows it, for example `001 §2`; empty where no document does.
  public let source: String
  public let declarations: [Declaration]
  /// The file that the strategy is written in, as `#fileID` has it.
  public let file: String
  /// Files of types that the strategy is built on, as `#fileID` has them. They are shown with its own.
  public let relatedFiles: [String]
  /// Orderings that could be weaker without anything going wrong.
  public let relaxableOrderings: [RelaxableOrdering]

  /// An ordering that is stronger than it needs to be, and why it is so all the same.
  public struct RelaxableOrdering: Sendable {
    /// As it stands in the source: what the line of the operation contains, and the ordering that could be weaker.
    public let operation: String
    public let ordering: String
    /// One sentence.
    public let why: String

    public init(_ operation: String, _ ordering: String, why: String) {
      self.operation = operation
      self.ordering = ordering
      self.why = why
    }
  }

  /// What is declared of the strategy in one scenario.
  public struct Declaration: Sendable {
    public let scenario: Scenario
    public let expectation: Expectation
  }

  public init(
    id: String, idea: String, risk: String = "", source: String = "",
    expects declarations: KeyValuePairs<Scenario, Expectation>, relaxableOrderings: [RelaxableOrdering] = [],
    relatedFiles: [String] = [], file: StaticString = #fileID
  ) {
    self.id = id
    self.idea = idea
    self.risk = risk
    self.source = source
    self.relaxableOrderings = relaxableOrderings
    self.file = "\(file)"
    self.relatedFiles = relatedFiles
    self.declarations = declarations.map { Declaration(scenario: $0.key, expectation: $0.value) }
  }

  public func expectation(in scenario: Scenario) -> Expectation? {
    declarations.first { $0.scenario == scenario }?.expectation
  }
}
