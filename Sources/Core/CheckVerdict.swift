/// What the checker says of one strategy in one scenario. The raw value is the spelling in reports.
package enum CheckVerdict: String, CaseIterable, Sendable {
  /// The promise holds in every consistent execution.
  case proved
  /// Some execution breaks it.
  case refuted
  /// A limit stopped the search, and none of the executions seen until then breaks the promise.
  case limit
  case notModeled = "not-modeled"
}
