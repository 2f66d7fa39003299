/// The counts of a row, with one 64-bit number for each ``Counter``.
package struct Tally: Equatable, Sendable {
  /// The number of trials for each number of distinct instances that occurred; empty in a tally from a report that
  /// lacks these counts.
  package var trialsByInstances: [UInt64: UInt64] = [:]
  private var values = [UInt64](repeating: 0, count: Counter.allCases.count)

  package init() {}

  package subscript(counter: Counter) -> UInt64 {
    get { values[counter.rawValue] }
    set { values[counter.rawValue] = newValue }
  }

  /// The number of entries into the initializer beyond one for each lifetime, over the tallied trials.
  package var initReentries: UInt64 {
    self[.talliedInits] > self[.lifetimes] ? self[.talliedInits] - self[.lifetimes] : 0
  }

  /// The share of violating trials, from 0 to 1, or `nil` if there are no trials.
  package var violationRate: Double? {
    self[.trials] == 0 ? nil : Double(self[.violatingTrials]) / Double(self[.trials])
  }

  /// Returns how often a defect was counted; for `instances` and `liveMax`, the maximum in one trial.
  ///
  /// The count is 0 for a defect that only the end of a process or only the model checker shows.
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
  /// Fresh cells that all threads have accessed.
  case trials
  /// Completed calls through an entry point (accessor, construction, or copy).
  case accesses
  /// Trials that broke the scenario's promise, whatever was declared.
  case violatingTrials
  /// Trials with more instances (per class or owner) than the promise allows.
  case multiInstanceTrials
  /// The maximum number of distinct instances in one trial.
  case instancesMax
  /// Distinct instances, summed over the trials and distinguished by the serial that the allocation assigns.
  case instances
  /// Entries into the initializer's custom part.
  case inits
  /// The value of `inits` when the last complete sweep was tallied, which can be compared with `lifetimes`.
  case talliedInits
  /// Allocations that found no live instance of their class or owner in the cell.
  case lifetimes
  /// Entries on an instance whose custom part had been entered before, so that its state is lost.
  case reinits
  /// Entries while the same thread is inside an initializer of the same cell.
  case nestedInits
  /// Accesses whose result was not finished, or had a wrong payload, when the entry point returned.
  case halfBuilt
  /// Accesses that returned `nil`.
  case nilResults
  /// Accesses whose result was of another class than the requested one.
  case wrongClass
  /// Accesses and uses that found a destroyed instance.
  case usedAfterDestroy
  /// The maximum number of instances alive at the same time in one cell.
  case liveMax
  /// Destroyed instances.
  case deinits
  /// Accesses that were refused with an error.
  case refused
  /// Checks at the end of a trial that found an instance alive, although all callers have dropped it.
  case leaked

  /// Whether the counts of several threads or processes are combined into their maximum instead of their sum.
  package var isMaximum: Bool { self == .instancesMax || self == .liveMax }
}
