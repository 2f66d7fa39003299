import SingletonCore

extension Expectation {
  /// The expectation as a sentence without its period.
  var meaning: String {
    let least = leastThreads > 1 ? ", with at least \(leastThreads) threads; with fewer, the promise holds" : ""
    let besides = may.isEmpty ? "" : "; it may also show: " + may.listed(joinedBy: "or")
    let checked =
      onWeakMemory.isEmpty
      ? "" : "; declared for the checker, but not for a run on x86-64: " + onWeakMemory.listed(joinedBy: "and")
    return demand.meaning + least + besides + checked
  }

  /// The expected outcome, without defects that are only allowed.
  var briefly: String {
    switch demand {
    case .sound:
      "as promised" + (may.isEmpty ? "" : ", or " + may.listed(joinedBy: "or"))
        + (onWeakMemory.isEmpty ? "" : " on x86-64, but for the checker " + onWeakMemory.listed(joinedBy: "and"))
    case .all(let defects): defects.listed(joinedBy: "and")
    case .any(let findings), .ends(let findings): findings.listed(joinedBy: "or")
    }
  }
}

extension Expectation.Demand {
  fileprivate var meaning: String {
    switch self {
    case .sound: "the promise holds in every trial"
    case .all(let defects): "a known defect that a run must show: " + defects.listed(joinedBy: "and")
    case .any(let defects): "a known defect; a run must show " + defects.listed(joinedBy: "or")
    case .hang: "no trial ends; the watchdog stops the row"
    case .ends(let endings): "every trial ends in a trap" + (endings.contains(.hang) ? ", or does not end" : "")
    }
  }
}

extension Promise {
  /// The promise as a sentence without its period.
  var meaning: String {
    switch self {
    case .oneInstance: "all callers get the same instance"
    case .oneInstanceOrRefusal: "all callers get the same instance, or are refused"
    case .oneInstanceAfterFailure:
      "all callers get the same instance, but the one whose initializer throws may get none"
    case .oneInstancePerClass: "all callers that ask for the same class get the same instance"
    case .oneInstancePerOwner: "all callers that ask the same owner get the same instance"
    case .oneAlive: "instances may follow one another, but no two are alive at the same time"
    }
  }
}

extension Set<Defect> {
  func listed(joinedBy word: String) -> String {
    inOrder.map(\.meaning).joined(separator: " \(word) ")
  }
}
