/// What a litmus program comes to under one memory model, and whether that is what its file states.
package struct LitmusRow: Sendable {
  /// The file's path.
  package let file: String
  package let test: String
  package let model: String
  /// What is looked at when an execution has ended: registers as `thread:register`, locations by their names.
  package let observed: [String]
  package let counts: LitmusCounts
  package let verdict: LitmusVerdict
  /// How it differs from what is stated, or where it was stopped; empty where there is nothing to say.
  package let why: String
  /// Wall time, milliseconds; nil where it was not asked for.
  package let wallTime: Double?

  package init(
    file: String, test: String, model: String, observed: [String], counts: LitmusCounts, verdict: LitmusVerdict,
    why: String, wallTime: Double? = nil
  ) {
    self.file = file
    self.test = test
    self.model = model
    self.observed = observed
    self.counts = counts
    self.verdict = verdict
    self.why = why
    self.wallTime = wallTime
  }
}

/// What was counted in a litmus program's executions.
package struct LitmusCounts: Equatable, Sendable {
  /// That came to the end of every thread.
  package let executions: Int
  /// That ended in threads which wait for what will not come.
  package let stuckExecutions: Int
  package let hasRace: Bool
  /// In the order of their values.
  package let outcomes: [LitmusOutcome]

  package init(executions: Int, stuckExecutions: Int, hasRace: Bool, outcomes: [LitmusOutcome]) {
    self.executions = executions
    self.stuckExecutions = stuckExecutions
    self.hasRace = hasRace
    self.outcomes = outcomes
  }

  package var isStuck: Bool { stuckExecutions > 0 }
}

/// The values of what is observed, and how many executions show them.
package struct LitmusOutcome: Equatable, Sendable {
  /// One for each observed place; nil for a register that was never set.
  package let values: [Int?]
  package let executions: Int

  package init(values: [Int?], executions: Int) {
    self.values = values
    self.executions = executions
  }
}

/// In the order in which they matter to a reader.
package enum LitmusVerdict: String, CaseIterable, Sendable {
  case differs
  /// A limit ended the exploration, and what was seen until then contradicts nothing that is stated.
  case stopped
  case asStated = "as stated"
  case nothingStated = "nothing stated"
}

extension [Int?] {
  /// `0:r0=1,x=2`, the values of what is observed.
  package func words(observing observed: [String]) -> String {
    if isEmpty { return "nothing observed" }
    return zip(observed, self).map { "\($0)=\($1.map(String.init) ?? "null")" }.joined(separator: ",")
  }
}
