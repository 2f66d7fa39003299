/// The checker's verdict on one strategy in one scenario, or on the accessor of a class.
///
/// The raw value is the spelling in reports.
public enum CheckVerdict: String, CaseIterable, Codable, Sendable {
  /// Every execution keeps the promise.
  case proved
  /// An execution breaks the promise.
  case refuted
  /// The search ended early, usually at a limit, and found no execution that breaks the promise.
  case undecided = "limit"
  /// The check was not run because it needs more threads than the checker can model. Raising a limit does not help.
  case tooManyThreads = "too-many-threads"
  /// The checker cannot run the strategy or the class: it has no source for the model, uses a part that is not modeled,
  /// or contains no modeled part.
  case notModeled = "not-modeled"
}

extension CheckVerdict: CustomStringConvertible {
  /// The verdict in words, such as `not decided`.
  public var description: String {
    switch self {
    case .proved: "proved"
    case .refuted: "refuted"
    case .undecided: "not decided"
    case .tooManyThreads: "not checked"
    case .notModeled: "not modeled"
    }
  }
}

extension CheckVerdict {
  /// What the verdict says, for a reader.
  package var meaning: String {
    switch self {
    case .proved: "Every execution keeps the promise."
    case .refuted: "An execution breaks the promise."
    case .undecided:
      "No execution that was visited breaks the promise, and not all were: a limit has ended the search, or the code does"
        + " what no model covers. It says nothing for or against the code."
    case .tooManyThreads: "The row has more threads than the checker can model; raising a limit does not help."
    case .notModeled:
      "The checker has no source of it to run in a model. The listing may be checked all the same, with --form plain."
    }
  }
}
