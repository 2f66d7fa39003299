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
  /// The most distinct instances in one trial.
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
  /// The most instances alive at the same time in one cell.
  case liveMax
  /// Destroyed instances.
  case deinits
  /// Accesses that were refused with an error.
  case refused
  /// Checks at the end of a trial that found an instance alive, although all callers have dropped it.
  case leaked

  /// The way in which the counts of several threads or processes are combined.
  package enum Merge: Sendable { case sum, maximum }

  package var merge: Merge {
    switch self {
    case .instancesMax, .liveMax: .maximum
    default: .sum
    }
  }
}
