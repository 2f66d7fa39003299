package import SingletonMemoryModels
import SingletonModelChecker
package import SingletonStrategyKit

/// A memory order in a source. Two operations of a strategy with the same order in the same role and line are one site;
/// those of a class differ by their columns, too.
package struct OrderingSite: Hashable, Sendable {
  /// The role of a memory order in an operation.
  package enum Role: String, Sendable {
    case load, store
    /// That of an operation that reads and writes in any case, such as an exchange.
    case update
    /// Those of a compare-exchange.
    case success, failure
    case fence
  }

  package let sourceLine: SourceLine
  /// The column in the line, or 0 if it is not known.
  package let column: Int
  package let role: Role
  /// The order that the source spells.
  package let written: MemoryOrder

  package init(sourceLine: SourceLine, column: Int = 0, role: Role, written: MemoryOrder) {
    self.sourceLine = sourceLine
    self.column = column
    self.role = role
    self.written = written
  }

  var sortKey: (String, Int, Int, String, UInt8) {
    (sourceLine.file ?? "", sourceLine.line, column, role.rawValue, written.rawValue)
  }
}

/// How an exploration treats the memory orders of atomic operations.
package enum OrderingExperiment {
  /// Uses the orders as written. The sites are not recorded, because recording would slow down every operation of every
  /// check.
  case none
  /// Uses the orders as written, and records the sites.
  case recording(OperationRecord)
  /// Uses these orders, and any other site's strongest order in a strategy, or its own in a class. Records the sites.
  case trying([OrderingSite: MemoryOrder], OperationRecord)
}

extension StrategyInfo.RelaxableOrdering {
  /// Returns whether this declaration applies to a memory order in a line of source.
  func allows(_ order: MemoryOrder, in source: String) -> Bool {
    ordering == order.name && source.indices.contains { source[$0...].hasPrefix(operation) }
  }
}

extension ModelCaller {
  /// Returns the memory order that an operation uses in this exploration.
  func order(_ role: OrderingSite.Role, _ written: MemoryOrder, at sourceLine: SourceLine) -> MemoryOrder {
    trial._withUnsafeGuaranteedRef { trial in
      let site = OrderingSite(sourceLine: sourceLine, role: role, written: written)
      switch trial.orderings {
      case .none: return written
      case .recording(let record):
        record.sites.insert(site)
        return written
      case .trying(let orders, let record):
        record.sites.insert(site)
        return orders[site] ?? .sequentiallyConsistent
      }
    }
  }
}

// MARK: - Weaker and stronger orders

extension MemoryOrder {
  /// Returns whether `other` guarantees everything that this order guarantees.
  package func isAtMost(_ other: MemoryOrder) -> Bool {
    (!acquires || other.acquires) && (!releases || other.releases)
      && (self != .sequentiallyConsistent || other == .sequentiallyConsistent)
  }
}

extension OrderingSite.Role {
  /// The orders that an operation can have in this role. A relaxed fence is none.
  package var orders: [MemoryOrder] {
    switch self {
    case .load, .failure: [.relaxed, .acquire, .sequentiallyConsistent]
    case .store: [.relaxed, .release, .sequentiallyConsistent]
    case .update, .success, .fence: [.relaxed, .acquire, .release, .acquireRelease, .sequentiallyConsistent]
    }
  }

  /// Returns the strongest orders up to `limit` that do not guarantee everything that `order` guarantees.
  package func strongest(upTo limit: MemoryOrder, notAtLeast order: MemoryOrder) -> [MemoryOrder] {
    let fitting = orders.filter { $0.isAtMost(limit) && !order.isAtMost($0) }
    return fitting.filter { one in !fitting.contains { $0 != one && one.isAtMost($0) } }
  }

  /// Returns the orders that are one step weaker; empty for relaxed.
  package func weaker(than order: MemoryOrder) -> [MemoryOrder] { strongest(upTo: order, notAtLeast: order) }
}
