package import Strategies

/// One ordering of a strategy, taken down a notch: if nothing goes wrong then, it was stronger than needed.
package struct Weakening: Hashable, Sendable {
  /// Which of an operation's orderings.
  package enum Role: String, Sendable { case load, store, success, failure }

  package let site: Site
  package let role: Role
  package let from: MemoryOrder
  package let to: MemoryOrder
}

extension MemoryOrder {
  /// One notch weaker, each way there is; none below relaxed.
  func weaker(_ role: Weakening.Role) -> [MemoryOrder] {
    switch (self, role) {
    case (.sequentiallyConsistent, .load), (.sequentiallyConsistent, .failure): [.acquire]
    case (.sequentiallyConsistent, .store): [.release]
    case (.sequentiallyConsistent, .success): [.acquireRelease]
    case (.acquireRelease, _): [.acquire, .release]
    case (.acquire, _), (.release, _): [.relaxed]
    case (.relaxed, _), (.plain, _): []
    }
  }
}

extension ModelCaller {
  /// The ordering that the operation has in this exploration; notes that it is there to be weakened.
  func order(_ role: Weakening.Role, _ spelled: MemoryOrder, at site: Site) -> MemoryOrder {
    trial._withUnsafeGuaranteedRef { trial in
      trial.orderings.insert(TrialState.Ordering(site: site, role: role, order: spelled))
      guard let weakening = trial.weakening, weakening.site == site, weakening.role == role,
        weakening.from == spelled
      else { return spelled }
      return weakening.to
    }
  }
}
