/// Everything that is counted while a row runs, each in one slot of a ``Tally``.
public enum Counter: Int, CaseIterable, Sendable {
  /// Fresh cells that all threads have gone through.
  case trials
  /// Completed calls through a entryPoint (accessor, construction, copy).
  case accesses
  /// Trials that broke the scenario's promise, whatever was declared.
  case violatingTrials
  /// Trials with more instances (for per class or owner) than the promise allows.
  case multiInstanceTrials
  /// Most different instances in one trial.
  case instancesMax
  /// Different instances, summed over the trials; told apart by the serial that allocation draws.
  case instances
  /// Entries into the initializer's custom part.
  case inits
  /// `inits` as they stood when the last complete sweep was tallied, so that they can be held against `lifetimes`.
  case talliedInits
  /// Allocations that found no live instance of their class or owner in the cell.
  case lifetimes
  /// Entries on an instance whose custom part had been entered before: its state is lost.
  case reinits
  /// Entries while the same thread is inside an initializer of the same cell.
  case nestedInits
  /// Accesses whose result was not finished, or had a wrong payload, when the entryPoint returned.
  case halfBuilt
  /// Accesses that returned nil.
  case nilResults
  /// Accesses whose result was of another class than the one asked.
  case wrongClass
  /// Accesses and uses that met a destroyed instance.
  case usedAfterDestroy
  /// Most instances alive at one time in one cell.
  case liveMax
  /// Ends of life.
  case deinits
  /// Constructions that answered with a typed refusal.
  case refused

  /// How the parts that several threads or processes counted become one figure.
  public enum Merge: Sendable { case sum, maximum }

  public var merge: Merge {
    switch self {
    case .instancesMax, .liveMax: .maximum
    default: .sum
    }
  }
}
