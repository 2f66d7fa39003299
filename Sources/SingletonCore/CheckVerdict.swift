/// The checker's verdict on one strategy in one scenario, or on the accessor of a class.
///
/// The raw value is the spelling in reports.
public enum CheckVerdict: String, CaseIterable, Sendable {
  /// Every execution keeps the promise.
  case proved
  /// An execution breaks the promise.
  case refuted
  /// The search ended before it was complete, usually at a limit, and no execution visited until then breaks the
  /// promise.
  case undecided = "limit"
  /// The check needs more modeled threads than the checker has, so it was not run: more time would not help.
  case tooManyThreads = "too-many-threads"
  /// The strategy has no source to run in a model, or the class uses a part that is not modeled, or no modeled part.
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
