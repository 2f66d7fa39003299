public import SingletonCore
import SingletonDrawings
public import SingletonMemoryModels
public import SingletonStrategyChecker
import SingletonTextFormats

/// The minimal sets of memory orders with which a class keeps its promise.
///
/// The description has the result of the check, and a table of the sets, with what goes wrong if an order is one step
/// weaker.
public struct WeakestOrders: Codable, CustomStringConvertible, Sendable {
  /// One memory order of a minimal set.
  public struct Order: Codable, Sendable {
    /// The file's name and the line of the operation, such as `TicketLock.swift:12`. The column follows if several operations
    /// in the line have an order in the same role.
    public let place: String
    /// The order's role in the operation: `load`, `store`, `update`, `success` or `failure` of a compare-exchange, or `fence`.
    public let role: String
    /// The order in the source.
    public let written: MemoryOrder
    /// The order in the set. A relaxed fence is not needed.
    public let least: MemoryOrder
    /// For each order that is one step weaker than ``least``, a defect that it causes.
    public let defects: [MemoryOrder: Defect]

    /// Whether the order in the source is stronger than needed in this set.
    public var isWeaker: Bool { least != written && least.isAtMost(written) }
  }

  /// The result of the check with the memory orders in the source.
  public let check: CheckResult
  /// All minimal sets, those nearest to the source first. Each has the order of each operation, in the order of the source.
  /// Empty if the sets are not known, or if the class has no memory orders.
  public let sets: [[Order]]
  /// Why there are no sets; `nil` if there are.
  public let reason: String?
  public let description: String

  init(_ check: CheckResult, rows: [OrderingRow], threads: ClosedRange<Int>) {
    self.check = check
    let numbered = Dictionary(grouping: rows) { $0.set ?? 0 }.sorted { $0.key < $1.key }
    sets = numbered.map { Self.orders($0.value) }
    reason = nil
    let numbers = threads.count == 1 ? "\(threads.lowerBound)" : "\(threads.lowerBound)-\(threads.upperBound)"
    let table = OrderingTable(
      rows,
      closing:
        "A set of orders suffices if every execution with \(numbers) threads keeps the promise; it is minimal if no"
        + " order in it can be weaker. With more threads, stronger orders may be needed. A relaxed fence can be left out."
        + " \(HumanFormat.counted(sets.count, "minimal set")).")
    description = check.description + "\n\n" + table.text(width: InstrumentedReport.width)
  }

  /// - Parameter reason: Why there are no sets, as a sentence.
  init(_ check: CheckResult, without reason: String) {
    (self.check, sets, self.reason) = (check, [], reason)
    let lines = TextLayout.wrapped("Memory orders: \(reason)", width: InstrumentedReport.width)
    description = check.description + "\n\n" + lines.joined(separator: "\n")
  }

  /// Whether the orders in the source are a minimal set: none of them can be weaker.
  public var isAsWritten: Bool { sets.contains { $0.allSatisfy { $0.least == $0.written } } }

  /// Makes one order of the rows of each site, which are adjacent.
  private static func orders(_ rows: [OrderingRow]) -> [Order] {
    var orders: [Order] = []
    for (number, row) in rows.enumerated() where number == 0 || rows[number - 1].site != row.site {
      let same = rows.filter { $0.site == row.site }
      let defects = same.compactMap { row in row.weaker.flatMap { weaker in row.defect.map { (weaker, $0) } } }
      orders.append(
        Order(
          place: row.place, role: row.role, written: row.ordering, least: row.least,
          defects: Dictionary(uniqueKeysWithValues: defects)))
    }
    return orders
  }
}

extension OrderingRow {
  fileprivate var site: [String] { [place, role, ordering.name] }
}
