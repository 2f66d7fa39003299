import SingletonMemoryModels

/// Whether one memory order in a strategy's source is needed: the result of a check with the order weakened by one
/// step.
package struct OrderingRow: Sendable {
  package enum Need: String, CaseIterable, Sendable {
    /// With the weaker order, some execution shows a defect that the strategy as written does not show under the same
    /// model.
    case needed
    /// In the checks that ran, no execution shows such a defect.
    case notNeeded = "not-needed"
    /// A limit ended a check before it had explored all executions.
    case limit
  }

  package var strategy = ""
  /// The name of the source file, without its module.
  package var file = ""
  package var line = 0
  /// The text of the source line that contains the operation.
  package var source = ""
  /// The memory order's role in the operation: load, store, success or failure.
  package var role = ""
  package var ordering = MemoryOrder.relaxed
  package var weaker = MemoryOrder.relaxed
  package var need = Need.notNeeded
  /// The defect that shows that the order is needed, and the check that showed it.
  package var defect: Defect?
  package var scenario: String?
  package var threads: Int?
  package var model: MemoryModel?
  /// The declared reason why the order is stronger than needed.
  package var reason: String?

  package init() {}
}
