/// The answer to whether a strategy keeps the promise of a scenario with any number of threads.
package struct AnyNumberRow: Equatable, Sendable {
  package enum Verdict: String, CaseIterable, Sendable {
    /// No execution that RC11 allows breaks the promise, with any number of threads. Stronger models allow fewer.
    case proved
    /// No sequentially consistent execution breaks the promise, with any number of threads.
    case provedUnderSC = "proved-under-sc"
    /// There is no proof, which says nothing about the strategy.
    case open
  }

  package var strategy = ""
  package var scenario = ""
  package var verdict = Verdict.open
  /// The number of threads that the proof considers at a time, and the number of views of them; 0 if there is no proof.
  package var threads = 0
  package var views = 0
  /// Why there is no proof, or `nil` if there is one.
  package var reason: String?

  package init() {}
}
