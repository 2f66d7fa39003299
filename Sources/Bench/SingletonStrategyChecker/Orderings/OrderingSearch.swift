package import SingletonCore
package import SingletonMemoryModels
package import SingletonModelChecker
import SingletonStrategyKit

/// The reason why the minimal sets of memory orders are not known.
package enum OrderingFailure: Error {
  /// A limit ended a check.
  case limit
  /// A check met what it cannot decide, as a sentence.
  case obstacle(String)
  case exploration(ExplorationError)
}

/// Checks of one piece of code, run with other memory orders than those in its source.
package struct OrderingSearch<Check> {
  /// A defect that some memory orders cause, and the check that shows it.
  package typealias Shown = (defect: Defect, check: Check)
  /// Runs a check, and returns the defects that it shows.
  ///
  /// It takes the number of runs without anything new after which a search with some defects ends. A search that ends early
  /// by this number has shown a new defect; any other search visits all executions, or fails.
  package typealias Run = (
    Check, OrderingExperiment, _ mostIdleRuns: @escaping (Set<Defect>) -> UInt64?
  ) throws(OrderingFailure) -> Set<Defect>

  private let checks: [Check]
  private let run: Run
  private let record = OperationRecord()
  /// For each check, the defects that the code shows with the strongest orders.
  private var known: [Set<Defect>] = []

  package init(_ checks: [Check], run: @escaping Run) {
    self.checks = checks
    self.run = run
  }

  /// The sites that the checks have reached so far, in the order of the source.
  package var sites: [OrderingSite] { record.sites.sorted { $0.sortKey < $1.sortKey } }

  /// Runs each check with the strongest orders.
  package mutating func begin() throws(OrderingFailure) {
    known = []
    for check in checks { known.append(try run(check, .trying([:], record)) { _ in .max }) }
  }

  /// Returns a defect that the code shows with these orders, but not with the strongest ones; `nil` if there is none.
  ///
  /// - Precondition: ``begin()`` has returned.
  package func defect(with orders: [MemoryOrder], at sites: [OrderingSite]) throws(OrderingFailure) -> Shown? {
    let orders = Dictionary(uniqueKeysWithValues: zip(sites, orders))
    for (check, known) in zip(checks, known) {
      let found = try run(check, .trying(orders, record)) { $0.isSubset(of: known) ? .max : 0 }
      if let defect = found.subtracting(known).inOrderOfInterest.first { return (defect, check) }
    }
    return nil
  }

  /// Finds all minimal sets of orders with which the code shows no defect that it does not show with the strongest
  /// orders. Those nearest to the source come first.
  ///
  /// - Precondition: ``begin()`` has returned.
  package func minimalSets() throws(OrderingFailure) -> (sites: [OrderingSite], sets: [[MemoryOrder]]) {
    while true {
      let sites = sites
      let written = sites.map(\.written)
      let found = try MinimalOrderings(sites.map(\.role), from: written) { orders throws(OrderingFailure) in
        try defect(with: orders, at: sites) == nil
      }
      // Weaker orders may have led to code that no execution had reached before.
      guard self.sites == sites else { continue }
      func distance(_ orders: [MemoryOrder]) -> Int { zip(orders, written).count { $0 != $1 } }
      return (sites, found.minimal.sorted { distance($0) < distance($1) })
    }
  }

  /// Finds all minimal sets of memory orders, and what goes wrong if an order is one step weaker.
  ///
  /// - Parameter describe: Adds to a row what the check says of its site and of the defect that its weaker order causes.
  /// - Returns: For each minimal set, and for each site in the order of the source, a row for each weaker order, or one
  ///   row if the order is relaxed.
  package mutating func rows(
    _ describe: (inout OrderingRow, OrderingSite, Shown?) -> Void
  ) throws(OrderingFailure) -> [OrderingRow] {
    try begin()
    let (sites, sets) = try minimalSets()
    var rows: [OrderingRow] = []
    for (number, orders) in sets.enumerated() where !sites.isEmpty {
      for place in sites.indices {
        let weaker = sites[place].role.weaker(than: orders[place])
        for order in weaker.isEmpty ? [nil] : weaker.map(Optional.some) {
          var row = OrderingRow(sites[place], least: orders[place], set: number + 1)
          row.weaker = order
          let weakened = order.map { orders.replacing(place, with: $0) }
          let shown = if let weakened { try defect(with: weakened, at: sites) } else { Shown?.none }
          row.defect = shown?.defect
          describe(&row, sites[place], shown)
          rows.append(row)
        }
      }
    }
    return rows
  }
}

// MARK: - Strategies

extension OrderingSearch where Check == StrategyCheck {
  /// - Parameters:
  ///   - checks: The checks of the strategy that the orders must pass, the shortest first.
  ///   - limits: The limits of each check with each set of orders.
  package init(_ checks: [StrategyCheck], limits: CheckLimits) {
    self.init(checks) { check, experiment, mostIdleRuns throws(OrderingFailure) in
      let result: ExplorationResult?
      do throws(ExplorationError) {
        result = try check.run(limits: limits, experiment, mostIdleRuns: mostIdleRuns)
      } catch { throw .exploration(error) }
      guard let result else { return [] }
      if result.isLimited && mostIdleRuns(result.found) == .max { throw .limit }
      return result.found
    }
  }
}

extension OrderingRow {
  /// Finds all minimal sets of memory orders that a strategy needs, and what goes wrong if an order is one step weaker.
  ///
  /// - Parameters:
  ///   - checks: The checks of the strategy that the orders must pass, the shortest first.
  ///   - limits: The limits of each check with each set of orders.
  /// - Returns: The rows of ``OrderingSearch/rows(_:)``. If a limit ended a check, there are no sets, and one row for each
  ///   site. Returns no rows if the strategy exists only natively, or if it has no memory order.
  package static func rows(of checks: [StrategyCheck], limits: CheckLimits) throws(ExplorationError) -> [OrderingRow] {
    guard checks.contains(where: { $0.trial(.none)?.state.hasAtomicMemory == true }) else { return [] }
    var search = OrderingSearch(checks, limits: limits)
    do {
      return try search.rows { row, site, shown in
        checks[0].describe(&row, site)
        row.scenario = shown?.check.scenario.id
        row.threads = shown?.check.threads
      }
    } catch .exploration(let error) {
      throw error
    } catch {
      return search.sites.map { site in
        var row = OrderingRow(site, least: site.written, set: nil)
        checks[0].describe(&row, site)
        row.verdict = .limit
        return row
      }
    }
  }

  fileprivate init(_ site: OrderingSite, least: MemoryOrder, set: Int?) {
    self.init()
    self.set = set
    file = site.sourceLine.name ?? ""
    line = site.sourceLine.line
    role = site.role.rawValue
    ordering = site.written
    self.least = least
    verdict = least == site.written ? .asWritten : least.isAtMost(site.written) ? .weaker : .stronger
  }
}

extension StrategyCheck {
  fileprivate func describe(_ row: inout OrderingRow, _ site: OrderingSite) {
    row.strategy = entry.info.id
    row.source = sources[site.sourceLine].map(String.init) ?? ""
    if row.verdict == .weaker {
      row.reason = entry.info.relaxableOrderings.first { $0.allows(site.written, in: row.source) }?.why
    }
  }
}
