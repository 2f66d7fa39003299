/// A defect of an execution, and the two events concerned.
package enum Finding: Equatable, Sendable {
  /// A data race: two accesses to one location, at least one a write and at least one plain, neither of which happens
  /// before the other.
  case race(EventID, EventID)
  /// An access to a location after a `free` that happens before it.
  case useAfterFree(free: EventID, access: EventID)

  package var events: [EventID] {
    switch self {
    case .race(let a, let b): [a, b]
    case .useAfterFree(let free, let access): [free, access]
    }
  }
}
