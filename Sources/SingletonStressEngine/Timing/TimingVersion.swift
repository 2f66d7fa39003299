/// The version of the harness's loops, whose cost is part of each measured time.
package enum TimingVersion {
  /// Must be raised with every change to the timed loops, their batches, or their floor if the change affects the
  /// measured times. Times from different versions are not compared, so that a slower harness is never mistaken for a
  /// slower strategy.
  package static let current = 3
}
