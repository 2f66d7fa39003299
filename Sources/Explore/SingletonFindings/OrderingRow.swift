import SingletonMemoryModels

/// One memory order of a minimal set of orders with which a strategy, or a class, is as sound as with the strongest orders,
/// compared with the order in its source.
package struct OrderingRow: Sendable {
  package enum Verdict: String, CaseIterable, Sendable {
    /// The set has the order that the source spells.
    case asWritten = "as-written"
    /// The set has a weaker order than the source.
    case weaker
    /// The set has an order that guarantees something that the order in the source does not.
    case stronger
    /// A limit ended a check before it had explored all executions, so the sets are not known.
    case limit
  }

  /// The name of the strategy, or of the class.
  package var strategy = ""
  /// The number of the minimal set, from 1; `nil` if the sets are not known.
  package var set: Int?
  /// The name of the source file, without its module.
  package var file = ""
  package var line = 0
  /// The column, if the line has several operations of a class whose order is in the same role; otherwise `nil`.
  package var column: Int?
  /// The text of the source line that contains the operation.
  package var source = ""
  /// The memory order's role in the operation: load, store, success or failure, and in a class update or fence, too.
  package var role = ""
  /// The order that the source spells.
  package var ordering = MemoryOrder.relaxed
  /// The order in the minimal set.
  package var least = MemoryOrder.relaxed
  package var verdict = Verdict.asWritten
  /// An order that is one step weaker than that of the set; `nil` if there is none.
  package var weaker: MemoryOrder?
  /// A defect that the weaker order causes, and the check that shows it.
  package var defect: Defect?
  package var scenario: String?
  package var threads: Int?
  /// The declared reason why the order in the source is stronger than that of the set.
  package var reason: String?

  package init() {}

  /// The place of the operation, such as `Weak.swift:31`.
  package var place: String { "\(file):\(line)" + (column.map { ":\($0)" } ?? "") }
}
