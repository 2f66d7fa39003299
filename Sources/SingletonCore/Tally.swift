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

/// A quantity that is counted while a row runs, in one slot of a ``Tally``.
@usableFromInline package enum Counter: Int, CaseIterable, Sendable {
  /// Fresh cells that all threads have accessed. Each is one trial.
  case trials
  /// Completed calls through an entry point (accessor, construction, or copy).
  case accesses
  /// Trials that broke the scenario's promise, whatever was declared.
  case violatingTrials
  /// Trials with more instances, per class or owner, than the promise allows.
  case multiInstanceTrials
  /// The maximum number of distinct instances in one trial.
  case instancesMax
  /// Distinct instances, summed over the trials. The serial number that the allocation assigns tells them apart.
  case instances
  /// Entries into the initializer's own code, after the allocation.
  case inits
  /// The value of `inits` when the last complete sweep was tallied. Only this value may be compared with `lifetimes`.
  case talliedInits
  /// Allocations at a moment when their class or owner had no live instance in the cell. Each begins a lifetime.
  case lifetimes
  /// Entries of the initializer on an instance that it had entered before, which loses the instance's state.
  case reinits
  /// Entries of the initializer while the same thread is already inside an initializer of the same cell.
  case nestedInits
  /// Accesses whose result was not completely initialized, or had a wrong payload, when the entry point returned.
  case halfBuilt
  /// Accesses that returned `nil`.
  case nilResults
  /// Accesses whose result was of a different class than requested.
  case wrongClass
  /// Accesses and uses that found a destroyed instance.
  case usedAfterDestroy
  /// The maximum number of instances alive at the same time in one cell.
  case liveMax
  /// Destroyed instances.
  case deinits
  /// Accesses that were refused with an error.
  case refused
  /// Checks at the end of a trial that found an instance alive although all callers had dropped it.
  case leaked

  /// Whether counts of several threads or processes are merged by taking the maximum, not the sum.
  package var isMaximum: Bool { self == .instancesMax || self == .liveMax }
}
