package import SingletonCore
import SingletonMemoryModels
package import SingletonModelChecker
import SingletonStrategyKit

extension OrderingRow {
  /// Determines which memory orders a strategy needs, by weakening each one by one step and checking the strategy
  /// again.
  ///
  /// - Parameters:
  ///   - checks: The checks that may show that an order is needed, the shortest first. All of them are of the same
  ///     strategy.
  ///   - limits: The limits of each check of each weaker order.
  /// - Returns: A row for each weaker order, in the order of the source. Returns no rows if the strategy exists only
  ///   natively, or if it has no atomic operation stronger than relaxed.
  package static func rows(of checks: [StrategyCheck], limits: CheckLimits) throws(ExplorationError) -> [OrderingRow] {
    var rows: [OrderingMutation: OrderingRow] = [:]
    for check in checks.flatMap(\.underTellingModels) {
      let record = OrderingRecord()
      guard let result = try check.run(limits: limits, .recording(record)) else { return [] }
      for mutation in record.mutations where rows[mutation]?.need != .needed {
        let row = rows[mutation] ?? check.row(for: mutation)
        rows[mutation] = try check.row(row, testing: mutation, known: result.found, limits: limits)
      }
    }
    return rows.sorted { $0.key.sortKey < $1.key.sortKey }.map(\.value)
  }
}

extension StrategyCheck {
  /// This check, and the same check under the model of weak hardware. With a weaker order, hardware may cause a defect
  /// that only a compiler can cause in the strategy as written.
  fileprivate var underTellingModels: [StrategyCheck] {
    model == .rc11 ? [self, under(.rc11WithDependencies)] : [self]
  }

  fileprivate func row(for mutation: OrderingMutation) -> OrderingRow {
    var row = OrderingRow()
    row.strategy = entry.info.id
    row.file = mutation.sourceLine.name ?? ""
    row.line = mutation.sourceLine.line
    row.source = sources[mutation.sourceLine].map(String.init) ?? ""
    row.role = mutation.role.rawValue
    row.ordering = mutation.from
    row.weaker = mutation.to
    row.reason = entry.info.relaxableOrderings.first { $0.allows(mutation.from, in: row.source) }?.why
    return row
  }

  /// Returns the row with the outcome of this check: whether the weaker order shows a new defect, or a limit ended the
  /// check.
  ///
  /// - Parameter known: The defects that the strategy shows as written.
  fileprivate func row(
    _ row: OrderingRow, testing mutation: OrderingMutation, known: Set<Defect>, limits: CheckLimits
  ) throws(ExplorationError) -> OrderingRow {
    let declared = expectation.allowedFindings(threads: threads, model: model)
    let allowed = model == .rc11WithDependencies ? known : known.union(declared)
    let result = try run(limits: limits, .mutating(mutation)) { $0.isSubset(of: allowed) ? nil : 0 }
    guard let result else { return row }
    var row = row
    if let defect = result.found.subtracting(allowed).inOrderOfInterest.first {
      row.need = .needed
      row.defect = defect
      row.scenario = scenario.id
      row.threads = threads
      row.model = model
    } else if result.isLimited {
      row.need = .limit
    }
    return row
  }
}

// MARK: - Weaker orders

/// One memory order of a strategy, made one step weaker.
package struct OrderingMutation: Hashable, Sendable {
  /// The role of a memory order in an operation.
  enum Role: String, Sendable { case load, store, success, failure }

  let sourceLine: SourceLine
  let role: Role
  let from: MemoryOrder
  let to: MemoryOrder

  fileprivate var sortKey: (String, Int, String, UInt8) {
    (sourceLine.file ?? "", sourceLine.line, role.rawValue, to.rawValue)
  }
}

/// How an exploration treats the memory orders of atomic operations.
package enum OrderingExperiment {
  /// Uses the orders as written. They are not recorded, because recording would slow down every operation of every
  /// check.
  case none
  case recording(OrderingRecord)
  case mutating(OrderingMutation)
}

/// A record of the memory orders of a strategy's atomic operations, each with the orders that are one step weaker.
package final class OrderingRecord {
  fileprivate(set) var mutations: Set<OrderingMutation> = []
}

extension StrategyInfo.RelaxableOrdering {
  /// Returns whether this declaration applies to a memory order in a line of source.
  func allows(_ order: MemoryOrder, in source: String) -> Bool {
    ordering == order.name && source.indices.contains { source[$0...].hasPrefix(operation) }
  }
}

extension MemoryOrder {
  /// Returns the orders that are one step weaker than this one; empty for relaxed and plain.
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
  /// Returns the memory order that an operation uses in this exploration.
  func order(_ role: OrderingMutation.Role, _ spelled: MemoryOrder, at sourceLine: SourceLine) -> MemoryOrder {
    trial._withUnsafeGuaranteedRef { trial in
      switch trial.orderings {
      case .none: return spelled
      case .recording(let record):
        for weaker in spelled.weaker(role) {
          record.mutations.insert(OrderingMutation(sourceLine: sourceLine, role: role, from: spelled, to: weaker))
        }
        return spelled
      case .mutating(let mutation):
        let isMutated = mutation.sourceLine == sourceLine && mutation.role == role && mutation.from == spelled
        return isMutated ? mutation.to : spelled
      }
    }
  }
}
