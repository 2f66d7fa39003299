/// How many trials had how many distinct instances.
package struct InstanceHistogram: Equatable, Sendable {
  /// The number of trials by the number of instances, without numbers of instances that no trial had.
  package private(set) var trials: [UInt64: UInt64] = [:]

  package init() {}

  /// - Parameter trials: The number of trials, not 0, by the number of instances.
  package init(_ trials: [UInt64: UInt64]) { self.trials = trials }

  /// The number of all trials, which is 0 if nothing is known of their instances.
  package var trialCount: UInt64 { trials.values.reduce(0, &+) }

  /// Counts more trials with this number of instances.
  package mutating func count(_ trials: UInt64, instances: UInt64) {
    if trials > 0 { self.trials[instances, default: 0] &+= trials }
  }

  package mutating func merge(_ other: InstanceHistogram) { trials.merge(other.trials, uniquingKeysWith: &+) }
}
