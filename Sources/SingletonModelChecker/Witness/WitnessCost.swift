/// A measure of how hard a witness is to follow. The fields are compared in order, so its length counts last.
package struct WitnessCost: Comparable, Sendable {
  /// The number of reads of a write that is not the latest of those so far.
  package var staleReads = 0
  /// The number of switches from a thread that could have continued.
  package var preemptions = 0
  /// The number of switches from one thread to another.
  package var switches = 0
  package var steps = 0

  package static func < (a: WitnessCost, b: WitnessCost) -> Bool {
    (a.staleReads, a.preemptions, a.switches, a.steps) < (b.staleReads, b.preemptions, b.switches, b.steps)
  }
}
