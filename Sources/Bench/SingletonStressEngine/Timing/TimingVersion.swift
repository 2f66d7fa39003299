/// The version of the harness's timed loops. Their own cost is part of each measured time.
package enum TimingVersion {
  /// This must be raised with every change to the timed loops, their batches, or the empty loop that affects the
  /// measured times. Times of different versions are not compared, so that a slower harness is never mistaken for a
  /// slower strategy.
  package static let current = 4
}
