/// The promise of a singleton, in a form that a single trial keeps or breaks.
package enum Promise: Sendable {
  /// All accesses of a trial get the same instance.
  case oneInstance
  /// All accesses of a trial get the same instance, or a refusal.
  case oneInstanceOrRefusal
  /// All accesses to the same class get the same instance, or a refusal.
  case oneInstancePerClass
  /// All accesses to the same owner get the same instance.
  case oneInstancePerOwner
  /// Instances may follow one another, but no two are alive at the same time.
  case oneAlive
}

extension Promise {
  /// Returns whether a defect breaks the promise, whatever was declared.
  ///
  /// A spare instance that is built and dropped breaks a promise only if no two may be alive at the same time.
  package func isBroken(by defect: Defect) -> Bool {
    switch defect {
    case .inits: false
    case .refused: if case .oneInstance = self { true } else { false }
    case .liveMax: if case .oneAlive = self { true } else { false }
    default: true
    }
  }
}
