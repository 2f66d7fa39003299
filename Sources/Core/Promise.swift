/// The promise of a singleton, in the form that one trial can keep or break.
public enum Promise: Sendable {
  /// All accesses of a trial get the same instance.
  case oneInstance
  /// All accesses that ask for the same class get the same instance.
  case oneInstancePerClass
  /// All accesses that ask the same owner get the same instance.
  case oneInstancePerOwner
  /// Instances may follow one another, but no two are alive at the same time.
  case oneAlive
}
