package import ModelChecker

/// What a litmus program comes to under one memory model, and whether that is what its file states.
package struct LitmusRow: Sendable {
  /// The file's path.
  package let file: String
  package let test: String
  package let model: String
  /// What is looked at when an execution has ended: registers as `thread:register`, locations by their names.
  package let observed: [String]
  package let tally: LitmusTally
  package let verdict: LitmusVerdict
  /// How it differs from what is stated, or where it was stopped; empty where there is nothing to say.
  package let why: String
  /// Wall time, milliseconds; nil where it was not asked for.
  package let wallTime: Double?

  package init(
    file: String, test: String, model: String, observed: [String], tally: LitmusTally, verdict: LitmusVerdict,
    why: String, wallTime: Double? = nil
  ) {
    self.file = file
    self.test = test
    self.model = model
    self.observed = observed
    self.tally = tally
    self.verdict = verdict
    self.why = why
    self.wallTime = wallTime
  }
}

extension [Int?] {
  /// `0:r0=1,x=2`, the values of what is observed.
  package func words(observing observed: [String]) -> String {
    if isEmpty { return "nothing observed" }
    return zip(observed, self).map { "\($0)=\($1.map(String.init) ?? "null")" }.joined(separator: ",")
  }
}
