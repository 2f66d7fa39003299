package import SingletonCore
package import SingletonModelChecker
import SingletonStrategyKit

/// Finds out which memory orders a strategy needs, by making each one step weaker and checking the strategy again.
package struct OrderingAnalysis: Sendable {
  private let checks: [StrategyCheck]
  private let limits: CheckLimits

  /// - Parameters:
  ///   - checks: The checks that may show that an order is needed, all of one strategy, the shortest first.
  ///   - limits: The limits of each check of each weaker order.
  package init(_ checks: [StrategyCheck], limits: CheckLimits = CheckLimits()) {
    self.checks = checks
    self.limits = limits
  }

  /// Returns a row for each weaker order, in the order of the source; none if the strategy exists only natively, or
  /// has no atomic operation stronger than relaxed.
  package func run() throws(ExplorationError) -> [OrderingRow] {
    var rows: [OrderingMutation: OrderingRow] = [:]
    for check in checks.flatMap(\.underModelsThatTell) {
      let record = OrderingRecord()
      guard let result = try check.explore(limits, .recording(record)) else { return [] }
      for mutation in record.mutations where rows[mutation]?.verdict != .needed {
        let row = rows[mutation] ?? check.row(for: mutation)
        rows[mutation] = try check.row(row, testing: mutation, known: result.found, limits: limits)
      }
    }
    return rows.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension StrategyCheck {
  /// The check, and that under the model of weak hardware: what only a compiler can cause as the strategy is written, a
  /// weaker order may let the hardware do.
  fileprivate var underModelsThatTell: [StrategyCheck] {
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

  /// Returns the row with what this check says of it.
  ///
  /// - Parameter known: What the strategy shows as it is written.
  fileprivate func row(
    _ row: OrderingRow, testing mutation: OrderingMutation, known: Set<Defect>, limits: CheckLimits
  ) throws(ExplorationError) -> OrderingRow {
    let declared = expectation.allowedFindings(threads: threads, model: model)
    let allowed = model == .rc11WithDependencies ? known : known.union(declared)
    let result = try explore(limits, .mutating(mutation)) { $0.isSubset(of: allowed) ? nil : 0 }
    guard let result else { return row }
    var row = row
    if let defect = result.found.subtracting(allowed).inOrderOfInterest.first {
      row.verdict = .needed
      row.defect = defect
      row.scenario = scenario.id
      row.threads = threads
      row.model = model
    } else if result.isLimited {
      row.verdict = .limit
    }
    return row
  }
}
