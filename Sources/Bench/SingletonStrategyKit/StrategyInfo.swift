// Exported because every strategy declares an expectation for each scenario.
@_exported public import struct SingletonCore.Expectation
@_exported public import struct SingletonCore.Scenario

/// The description of a strategy: its name, its idea, its sources, and its declarations.
public struct StrategyInfo: Sendable {
  /// The id. It names the mechanism and not whether the mechanism is correct.
  package let id: String
  /// The mechanism, in one sentence.
  package let idea: String
  /// Other names of the mechanism, such as `dispatch_once`. `explain` and `list` also find the strategy by these names.
  ///
  /// Case, spaces, and punctuation are ignored. Several strategies may share a name.
  package let alsoKnownAs: [String]
  /// The use for which the strategy is the best choice, as a phrase that follows the word "for", or `nil` if there is
  /// always a better one.
  package let advisedFor: String?
  /// The sections of documents that show the strategy, or make a claim about it; empty if there are none.
  package let citations: [Citation]
  package let declarations: [Declaration]
  /// The scenarios for which the strategy declares an expectation, in the order of the declarations.
  public var scenarios: [Scenario] { declarations.map(\.scenario) }
  /// The file that contains the strategy, as `#fileID` spells it.
  package let file: String
  /// The path of the file when the program was compiled.
  ///
  /// It is not a string, because every child process creates the information about all strategies, and no child needs
  /// paths.
  let path: StaticString
  /// The files of the types that the strategy builds on, as `#fileID` spells them. They are shown after the strategy's
  /// own file.
  package let relatedFiles: [String]
  /// The listing of the strategy in plain Swift, and how it is raced.
  package internal(set) var plain: PlainListing
  /// The orderings that could be weaker without causing a defect.
  package let relaxableOrderings: [RelaxableOrdering]

  /// An ordering that is stronger than necessary, and the reason for it.
  public struct RelaxableOrdering: Sendable {
    /// A text by which the operation's source line is found.
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
