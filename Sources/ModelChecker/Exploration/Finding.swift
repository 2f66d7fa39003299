/// Something wrong with an execution, and the events concerned.
package enum Finding: Equatable, Sendable {
  /// Two accesses to one location, a write among them, one of them plain, and neither happens before the other.
  case race(EventID, EventID)
  /// An access to a location that a `free` before it has made dead.
  case useAfterFree(free: EventID, access: EventID)

  package var events: [EventID] {
    switch self {
    case .race(let a, let b): [a, b]
    case .useAfterFree(let free, let access): [free, access]
    }
  }
}
