/// The counts of a row, one 64-bit number for each ``Counter``.
package struct Tally: Equatable, Sendable {
  /// The number of trials, keyed by the number of distinct instances in the trial. Empty in a tally from a report that
  /// lacks these counts.
  package var trialsByInstances: [UInt64: UInt64] = [:]
  private var values = [UInt64](repeating: 0, count: Counter.allCases.count)

  package init() {}

  package subscript(counter: Counter) -> UInt64 {
    get { values[counter.rawValue] }
    set { values[counter.rawValue] = newValue }
  }

  /// The number of times that the initializer was entered beyond once per lifetime, over the tallied trials.
  package var initReentries: UInt64 {
    self[.talliedInits] > self[.lifetimes] ? self[.talliedInits] - self[.lifetimes] : 0
  }

  /// The share of violating trials, from 0 to 1, or `nil` if there were no trials.
  package var violationRate: Double? {
    self[.trials] == 0 ? nil : Double(self[.violatingTrials]) / Double(self[.trials])
  }

  /// Returns how often a defect was counted. For `instances` and `liveMax`, it is the maximum in one trial.
  ///
  /// The count is 0 for defects that have no counter, such as a crash or a data race.
  package func count(of defect: Defect) -> UInt64 {
    defect == .inits ? initReentries : defect.counter.map { self[$0] } ?? 0
  }

  /// Adds trials with this number of instances.
  package mutating func count(_ trials: UInt64, instances: UInt64) {
    if trials > 0 { trialsByInstances[instances, default: 0] &+= trials }
  }

  package mutating func merge(_ other: Tally) {
    for counter in Counter.allCases {
      let (one, other) = (self[counter], other[counter])
      self[counter] = counter.isMaximum ? max(one, other) : one &+ other
    }
    trialsByInstances.merge(other.trialsByInstances, uniquingKeysWith: &+)
  }
}

/// A quantity that is counted while a row runs, in one slot of a ``Tally``. The column of the same name in
/// `StressColumns.swift` says what is counted.
@usableFromInline package enum Counter: Int, CaseIterable, Sendable {
  case trials, accesses, violatingTrials, multiInstanceTrials, instancesMax, instances
  case inits, talliedInits, lifetimes, reinits, nestedInits
  case halfBuilt, nilResults, wrongClass, usedAfterDestroy, liveMax, deinits, refused, leaked

  /// Whether counts of several threads or processes are merged by taking the maximum, not the sum.
  package var isMaximum: Bool { self == .instancesMax || self == .liveMax }
}
