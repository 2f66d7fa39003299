/// A defect of an execution, and the two events concerned.
package enum Finding: Equatable, Sendable {
  /// A data race: two accesses to one location, at least one a write and at least one plain, neither of which happens
  /// before the other.
  case race(EventID, EventID)
  /// An access to a location after a `free` that happens before it.
  case useAfterFree(free: EventID, access: EventID)
}
