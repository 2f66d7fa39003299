package import SingletonCore

extension Grade {
  /// The meaning in one sentence.
  package var meaning: String {
    switch self {
    case .passed: "The promise was kept in every trial, or the declared trap or hang occurred."
    case .reproduced: "The known defect occurred, so the run was strong enough to show it."
    case .notReproduced: "A known defect did not occur, so this row was too weak to be conclusive."
    case .failed: "Something occurred that is not declared."
    }
  }
}
