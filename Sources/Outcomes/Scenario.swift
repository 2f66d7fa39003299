/// What the callers of one trial do with a strategy: one fresh cell, T threads released together.
package enum Scenario: String, CaseIterable, Sendable {
  case firstAccess = "first-access"
  case mixedConstruction = "mixed-construction"
  case copy = "copy"
  case subclass = "subclass"
  case reacquire = "reacquire"
  case teardown = "teardown"
  case lateUse = "late-use"
  case reentrant = "reentrant"
  case overRelease = "over-release"
  case externalWrite = "external-write"

  /// One sentence for `list` and `explain`.
  package var summary: String {
    switch self {
    case .firstAccess: "each thread asks the accessor once"
    case .mixedConstruction: "even threads ask the accessor; odd threads construct, not knowing that it is a singleton"
    case .copy: "each thread asks the accessor, then copies what it got"
    case .subclass: "even threads ask the parent's accessor, odd ones the child's; in half of the trials children first"
    case .reacquire: "four times: each thread asks, uses and drops"
    case .teardown: "each thread asks four times and holds; one asks, lets go, tears down, asks again"
    case .lateUse: "one thread tears down and stops; those that were given their work before ask afterwards"
    case .reentrant: "each thread asks; the initialiser itself asks the accessor, once"
    case .overRelease: "each thread asks; one releases once too often; all drop; all ask again"
    case .externalWrite: "each thread asks four times; one overwrites the exposed variable with nil"
    }
  }

  /// What a trial of this scenario must not break, whatever was declared.
  package var promise: Promise {
    switch self {
    case .subclass: .oneInstancePerClass
    case .reacquire, .teardown: .oneAlive
    default: .oneInstance
    }
  }
}

/// The promise of a singleton, in the form that one trial can keep or break.
package enum Promise: Sendable {
  /// All accesses of a trial get the same instance.
  case oneInstance
  /// All accesses that ask for the same class get the same instance.
  case oneInstancePerClass
  /// All accesses that ask the same owner get the same instance.
  case oneInstancePerOwner
  /// Instances may follow one another, but no two are alive at one time.
  case oneAlive
}
