package import SingletonModelChecker

/// The results of a litmus program under one memory model, compared with what its file states.
package struct LitmusRow: Sendable {
  /// The file's path.
  package let file: String
  package let test: String
  package let model: String
  /// What is observed at the end of an execution: registers as `thread:register`, locations by name.
  package let observed: [String]
  package let tally: LitmusTally
  package let verdict: LitmusVerdict
  /// How the results differ from what is stated, or where the exploration was stopped; otherwise empty.
  package let why: String
  /// The wall time in milliseconds, or `nil` if it was not requested.
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
  /// Returns the observed values in words, such as `0:r0=1,x=2`.
  package func words(observing observed: [String]) -> String {
    if isEmpty { return "nothing observed" }
    return zip(observed, self).map { "\($0)=\($1.map(String.init) ?? "null")" }.joined(separator: ",")
  }
}
