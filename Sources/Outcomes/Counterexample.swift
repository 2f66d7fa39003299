/// One execution that breaks a promise, as a reader follows it: step by step, with what the finding is about.
package struct Counterexample: Sendable {
  package let strategy: String
  package let scenario: Scenario
  package let threads: Int
  package let model: ModelName
  package let finding: CheckFinding
  /// One for each thread that takes part, in order: `thread 1`, `before`.
  package let columns: [String]
  package let steps: [Step]
  /// What went wrong, in one sentence.
  package let sentence: String
  /// Shows it again.
  package let code: String

  package struct Step: Sendable {
    package let column: Int
    /// In the strategy's own file, or in one that it is built on; nil for what the caller does.
    package let source: SourceLine?
    /// What the step does, and with which value.
    package let operation: String
    /// For a read of a value that is not the newest: what the newest is.
    package let staleness: String?
    /// The finding is about this step.
    package let isConcerned: Bool

    package init(column: Int, source: SourceLine?, operation: String, staleness: String?, isConcerned: Bool) {
      self.column = column
      self.source = source
      self.operation = operation
      self.staleness = staleness
      self.isConcerned = isConcerned
    }
  }

  /// A line of a strategy's source.
  package struct SourceLine: Sendable, Equatable {
    /// Without its folder.
    package let file: String
    package let line: Int
    package let text: String

    package init(file: String, line: Int, text: String) {
      self.file = file
      self.line = line
      self.text = text
    }
  }

  package init(
    strategy: String, scenario: Scenario, threads: Int, model: ModelName, finding: CheckFinding, columns: [String],
    steps: [Step], sentence: String, code: String
  ) {
    self.strategy = strategy
    self.scenario = scenario
    self.threads = threads
    self.model = model
    self.finding = finding
    self.columns = columns
    self.steps = steps
    self.sentence = sentence
    self.code = code
  }
}
