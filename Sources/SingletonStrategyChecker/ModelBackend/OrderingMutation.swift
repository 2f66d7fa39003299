import SingletonMemoryModels
import SingletonModelChecker
import SingletonStrategyKit

/// One memory order of a strategy, made one step weaker.
package struct OrderingMutation: Hashable, Sendable {
  /// Which of an operation's orderings.
  enum Role: String, Sendable { case load, store, success, failure }

  let sourceLine: SourceLine
  let role: Role
  let from: MemoryOrder
  let to: MemoryOrder
}

/// The treatment of the orderings of atomic operations during an exploration.
package enum OrderingExperiment {
  /// Uses the orderings as specified, and records nothing; a record would slow down every operation of every check.
  case none
  case recording(OrderingRecord)
  case mutating(OrderingMutation)
}

/// The orderings that the atomic operations of a strategy specify.
package final class OrderingRecord {
  struct Ordering: Hashable {
    let sourceLine: SourceLine
    let role: OrderingMutation.Role
    let order: MemoryOrder
  }

  var orderings: Set<Ordering> = []

  /// Every way to make one of them one step weaker.
  var mutations: [OrderingMutation] {
    orderings.flatMap { ordering in
      ordering.order.weaker(ordering.role).map {
        OrderingMutation(sourceLine: ordering.sourceLine, role: ordering.role, from: ordering.order, to: $0)
      }
    }
  }
}

extension OrderingMutation: Comparable {
  /// In the order of the source.
  package static func < (a: OrderingMutation, b: OrderingMutation) -> Bool { a.place < b.place }

  private var place: (String, Int, String, UInt8) {
    (sourceLine.file ?? "", sourceLine.line, role.rawValue, to.rawValue)
  }
}

extension StrategyInfo.RelaxableOrdering {
  /// Whether it is declared for a memory order in a line of source.
  func allows(_ order: MemoryOrder, in source: String) -> Bool {
    ordering == order.name && source.indices.contains { source[$0...].hasPrefix(operation) }
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
