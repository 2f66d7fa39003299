/// The time from call to return of a thread's first access to a fresh cell that several threads access, in nanoseconds.
package struct FirstAccessTiming: Sendable {
  /// The number of first accesses that were timed, of all threads, or `nil` if a report does not say.
  package var count: Int?
  package var p50 = 0.0
  package var p90 = 0.0
  package var p99 = 0.0
  package var max = 0.0
  /// The median of the callers that built the instance, or `nil` if none did.
  package var winnerP50: Double?
  /// The median of the callers that waited for the instance or found it, or `nil` if every caller built one.
  package var loserP50: Double?

  package init() {}
}
