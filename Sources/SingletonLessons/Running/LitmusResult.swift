package import SingletonCore
package import SingletonMemoryModels
package import SingletonModelChecker

/// What the exploration of a litmus program has found.
package struct LitmusResult: Sendable {
  /// One outcome, with the execution that is easiest to follow among those that have it.
  package struct Outcome: Sendable {
    /// The values as `litmus` spells them, such as `1:r0=1,1:r1=0`.
    package let values: String
    /// The strongest memory model that allows it.
    package let model: MemoryModel
    package let example: Counterexample

    package init(_ values: String, from model: MemoryModel, example: Counterexample) {
      self.values = values
      self.model = model
      self.example = example
    }
  }

  /// The executions under RC11.
  package let tally: LitmusTally
  /// The outcomes of what is observed, those of the strongest model first.
  package let outcomes: [Outcome]

  package init(_ tally: LitmusTally, outcomes: [Outcome] = []) {
    self.tally = tally
    self.outcomes = outcomes
  }
}
