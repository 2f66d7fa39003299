package import SingletonCore
package import SingletonMemoryModels
package import SingletonModelChecker
import SingletonStrategyKit

/// The checks of one strategy, run with other memory orders than those in its source.
package struct OrderingSearch {
  /// A defect that some memory orders cause, and the check that shows it.
  package typealias Shown = (defect: Defect, check: StrategyCheck)
  package enum Failure: Error {
    /// A limit ended a check.
    case limit
    case exploration(ExplorationError)
  }

  private let checks: [StrategyCheck]
  private let limits: CheckLimits
  private let record = OperationRecord()
  /// For each check, the defects that the strategy shows with the strongest orders.
  private var known: [Set<Defect>] = []

  package init(_ checks: [StrategyCheck], limits: CheckLimits) {
    self.checks = checks
    self.limits = limits
  }

  /// The sites that the checks have reached so far, in the order of the source.
  package var sites: [OrderingSite] { record.sites.sorted { $0.sortKey < $1.sortKey } }

  /// Runs each check with the strongest orders.
  package mutating func begin() throws(Failure) {
    known = []
    for check in checks { known.append(try found(check, [:]) { _ in .max }) }
  }

  /// Returns a defect that the strategy shows with these orders, but not with the strongest ones; `nil` if there is none.
  ///
  /// - Precondition: ``begin()`` has returned.
  package func defect(with orders: [MemoryOrder], at sites: [OrderingSite]) throws(Failure) -> Shown? {
    let orders = Dictionary(uniqueKeysWithValues: zip(sites, orders))
    for (check, known) in zip(checks, known) {
      let new = try found(check, orders) { $0.isSubset(of: known) ? .max : 0 }.subtracting(known)
      if let defect = new.inOrderOfInterest.first { return (defect, check) }
    }
    return nil
  }

  /// - Parameter mostIdleRuns: A search that ends early by this number has shown a new defect.
  private func found(
    _ check: StrategyCheck, _ orders: [OrderingSite: MemoryOrder], _ mostIdleRuns: @escaping (Set<Defect>) -> UInt64?
  ) throws(Failure) -> Set<Defect> {
    let result: ExplorationResult?
    do {
      result = try check.run(limits: limits, .trying(orders, record), mostIdleRuns: mostIdleRuns)
    } catch { throw .exploration(error) }
    guard let result else { return [] }
    if result.isLimited && mostIdleRuns(result.found) == .max { throw .limit }
    return result.found
  }

  /// Finds all minimal sets of orders with which the strategy shows no defect that it does not show with the strongest
  /// orders. Those nearest to the source come first.
  ///
  /// - Precondition: ``begin()`` has returned.
  package func minimalSets() throws(Failure) -> (sites: [OrderingSite], sets: [[MemoryOrder]]) {
    while true {
      let sites = sites
      let written = sites.map(\.written)
      let found = try MinimalOrderings(sites.map(\.role), from: written) { orders throws(Failure) in
        try defect(with: orders, at: sites) == nil
      }
      // Weaker orders may have led to code that no execution had reached before.
      guard self.sites == sites else { continue }
      func distance(_ orders: [MemoryOrder]) -> Int { zip(orders, written).count { $0 != $1 } }
      return (sites, found.minimal.sorted { distance($0) < distance($1) })
    }
  }
}

// MARK: - Rows

extension OrderingRow {
  /// Finds all minimal sets of memory orders that a strategy needs, and what goes wrong if an order is one step weaker.
  ///
  /// - Parameters:
  ///   - checks: The checks of the strategy that the orders must pass, the shortest first.
  ///   - limits: The limits of each check with each set of orders.
  /// - Returns: For each minimal set, and for each site in the order of the source, a row for each weaker order, or one
  ///   row if the order is relaxed. If a limit ended a check, there are no sets, and one row for each site. Returns no
  ///   rows if the strategy exists only natively, or if it has no memory order.
  package static func rows(of checks: [StrategyCheck], limits: CheckLimits) throws(ExplorationError) -> [OrderingRow] {
    guard checks.contains(where: { $0.trial(.none)?.state.hasAtomicMemory == true }) else { return [] }
    var search = OrderingSearch(checks, limits: limits)
    do {
      try search.begin()
      let (sites, sets) = try search.minimalSets()
      var rows: [OrderingRow] = []
      for (number, orders) in sets.enumerated() where !sites.isEmpty {
        for place in sites.indices {
          let row = checks[0].row(for: sites[place], least: orders[place], set: number + 1)
          let weaker = sites[place].role.weaker(than: orders[place])
          if weaker.isEmpty { rows.append(row) }
          for order in weaker {
            rows.append(row.with(order, try search.defect(with: orders.replacing(place, with: order), at: sites)))
          }
        }
      }
      return rows
    } catch .exploration(let error) {
      throw error
    } catch {
      return search.sites.map { site in
        var row = checks[0].row(for: site, least: site.written, set: nil)
        row.verdict = .limit
        return row
      }
    }
  }

  private func with(_ weaker: MemoryOrder, _ shown: OrderingSearch.Shown?) -> OrderingRow {
    var row = self
    row.weaker = weaker
    row.defect = shown?.defect
    row.scenario = shown?.check.scenario.id
    row.threads = shown?.check.threads
    return row
  }
}

extension StrategyCheck {
  fileprivate func row(for site: OrderingSite, least: MemoryOrder, set: Int?) -> OrderingRow {
    var row = OrderingRow()
    row.strategy = entry.info.id
    row.set = set
    row.file = site.sourceLine.name ?? ""
    row.line = site.sourceLine.line
    row.source = sources[site.sourceLine].map(String.init) ?? ""
    row.role = site.role.rawValue
    row.ordering = site.written
    row.least = least
    row.verdict = least == site.written ? .asWritten : least.isAtMost(site.written) ? .weaker : .stronger
    if row.verdict == .weaker {
      row.reason = entry.info.relaxableOrderings.first { $0.allows(site.written, in: row.source) }?.why
    }
    return row
  }
}
