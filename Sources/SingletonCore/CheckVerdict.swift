/// The checker's verdict on one strategy in one scenario.
///
/// The raw value is the spelling in reports.
package enum CheckVerdict: String, CaseIterable, Sendable {
  /// The promise holds in every consistent execution.
  case proved
  /// An execution breaks the promise.
  case refuted
  /// A limit stopped the search, and no execution visited until then breaks the promise.
  case limit
  /// The check needs more modeled threads than the checker has, so it was not run: more time would not help.
  case tooManyThreads = "too-many-threads"
  case notModeled = "not-modeled"
}
