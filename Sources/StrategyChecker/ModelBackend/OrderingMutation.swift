package import MemoryModels
import ModelChecker
package import StrategyKit

/// A change of one ordering of a strategy to one that is one step weaker. If the check still finds nothing wrong, the
/// ordering was stronger than needed.
package struct OrderingMutation: Hashable, Sendable {
  /// The role of an ordering in its operation.
  package enum Role: String, Sendable { case load, store, success, failure }

  package let sourceLine: SourceLine
  package let role: Role
  package let from: MemoryOrder
  package let to: MemoryOrder
}

/// The treatment of the orderings of atomic operations during an exploration.
enum OrderingExperiment {
  /// Uses the orderings as specified, and records nothing; a record would slow down every operation of every check.
  case none
  case recording(OrderingRecord)
  case mutating(OrderingMutation)
}

/// The orderings that the atomic operations of a strategy specify.
final class OrderingRecord {
  struct Ordering: Hashable {
    let sourceLine: SourceLine
    let role: OrderingMutation.Role
    let order: MemoryOrder
  }

  var orderings: Set<Ordering> = []

  /// Every way to make one of the orderings one step weaker, in source order.
  var mutations: [OrderingMutation] {
    orderings.sorted {
      ($0.sourceLine.file ?? "", $0.sourceLine.line, $0.role.rawValue)
        < ($1.sourceLine.file ?? "", $1.sourceLine.line, $1.role.rawValue)
    }.flatMap { ordering in
      ordering.order.weaker(ordering.role).map {
        OrderingMutation(sourceLine: ordering.sourceLine, role: ordering.role, from: ordering.order, to: $0)
      }
    }
  }
}

extension MemoryOrder {
  /// Returns the orderings that are one step weaker; none for relaxed and plain.
  fileprivate func weaker(_ role: OrderingMutation.Role) -> [MemoryOrder] {
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
  /// Returns the ordering that an operation has in this exploration.
  func order(_ role: OrderingMutation.Role, _ spelled: MemoryOrder, at sourceLine: SourceLine) -> MemoryOrder {
    trial._withUnsafeGuaranteedRef { trial in
      switch trial.orderings {
      case .none: return spelled
      case .recording(let record):
        record.orderings.insert(OrderingRecord.Ordering(sourceLine: sourceLine, role: role, order: spelled))
        return spelled
      case .mutating(let mutation):
        let isMutated = mutation.sourceLine == sourceLine && mutation.role == role && mutation.from == spelled
        return isMutated ? mutation.to : spelled
      }
    }
  }
}
