// Exported, because every strategy declares what it expects of each scenario.
@_exported public import struct SingletonCore.Expectation
@_exported public import struct SingletonCore.Scenario

/// The description of a strategy: its name, its idea, its sources, and its declarations.
public struct StrategyInfo: Sendable {
  /// The id, which names the mechanism without judging it: whether the mechanism is correct is data.
  package let id: String
  /// The mechanism, in one sentence.
  package let idea: String
  /// Other names of the same mechanism, such as `dispatch_once`, by which `explain` and `list` find the strategy.
  ///
  /// Case, spaces and punctuation do not matter. Several strategies may have one name.
  package let alsoKnownAs: [String]
  /// The need that the strategy serves best, as a text that follows "for", or `nil` if other strategies serve every
  /// need better.
  package let advisedFor: String?
  /// The sections of documents that show or claim what the strategy does; empty if there are none.
  package let citations: [Citation]
  package let declarations: [Declaration]
  /// The scenarios for which the strategy declares something, in the order of its declarations.
  public var scenarios: [Scenario] { declarations.map(\.scenario) }
  /// The file that contains the strategy, as `#fileID` spells it.
  package let file: String
  /// The path that this file had when the program was compiled.
  ///
  /// Not a string, because every child process creates the information about all strategies, and needs no path.
  let path: StaticString
  /// The files of the types that the strategy is built on, as `#fileID` spells them, which are shown after its own.
  package let relatedFiles: [String]
  /// The listing of the same idea in plain Swift, and how it is raced.
  package internal(set) var plain: PlainListing
  /// The orderings that could be weaker without any defect.
  package let relaxableOrderings: [RelaxableOrdering]

  /// An ordering that is stronger than it needs to be, and the reason.
  public struct RelaxableOrdering: Sendable {
    /// Text that the operation's source line contains.
    package let operation: String
    /// The ordering that could be weaker.
    package let ordering: String
    /// The reason, in one sentence.
    package let why: String

    public init(_ operation: String, _ ordering: String, why: String) {
      self.operation = operation
      self.ordering = ordering
      self.why = why
    }
  }

  package struct Declaration: Sendable {
    package let scenario: Scenario
    package let expectation: Expectation
  }

  public init(
    id: String, idea: String, alsoKnownAs: [String] = [], advisedFor: String? = nil,
    citations: [Citation] = [], expects declarations: KeyValuePairs<Scenario, Expectation>,
    plain: PlainListing = .notRaced(because: "there is no listing of it"), relaxableOrderings: [RelaxableOrdering] = [],
    relatedFiles: [String] = [], file: StaticString = #fileID, path: StaticString = #filePath
  ) {
    self.id = id
    self.idea = idea
    self.alsoKnownAs = alsoKnownAs
    self.advisedFor = advisedFor
    self.citations = citations
    self.relaxableOrderings = relaxableOrderings
    self.file = "\(file)"
    self.path = path
    self.relatedFiles = relatedFiles
    self.plain = plain
    self.declarations = declarations.map { Declaration(scenario: $0.key, expectation: $0.value) }
  }

  /// Returns the expectation that is declared for the scenario, or `nil` if there is none.
  package func expectation(in scenario: Scenario) -> Expectation? {
    declarations.first { $0.scenario == scenario }?.expectation
  }
}
