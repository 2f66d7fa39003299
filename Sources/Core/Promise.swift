/// The promise of a singleton, in a form that a single trial keeps or breaks.
public enum Promise: Sendable {
  /// All accesses of a trial get the same instance.
  case oneInstance
  /// All accesses to the same class get the same instance.
  case oneInstancePerClass
  /// All accesses to the same owner get the same instance.
  case oneInstancePerOwner
  /// Instances may follow one another, but no two are alive at the same time.
  case oneAlive
}
