/// How hard a story is to follow: what makes it long counts last.
package struct WitnessCost: Comparable, Sendable {
  /// Reads of a write that is not the latest of those told so far.
  package var staleReads = 0
  /// Changes of thread while the one left could have gone on with the story.
  package var preemptions = 0
  /// Changes of thread.
  package var switches = 0
  package var steps = 0

  package static func < (a: WitnessCost, b: WitnessCost) -> Bool {
    (a.staleReads, a.preemptions, a.switches, a.steps) < (b.staleReads, b.preemptions, b.switches, b.steps)
  }
}
