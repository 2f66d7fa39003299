package import MemoryModels

/// One event of an execution graph.
///
/// A read-modify-write that writes is two events, its read and, next in its thread, its write. What a field says of
/// other events holds for as long as the event is in the graph, because an event leaves it only together with all that
/// came to depend on it.
package struct Event {
  package enum Kind: UInt8, Sendable {
    case read, write, fence
  }

  /// How a read stands that waits for a value.
  package enum Waiting: UInt8, Sendable {
    /// It has found what it waits for, or waits for nothing.
    case over
    /// It has not, and its thread ends here.
    case blocked
    /// It was blocked when time passed, reached no limit, and its thread asks again.
    case renewed
    /// It was blocked when time passed, reached its limit, and its thread goes on.
    case timedOut
  }

  /// The operation that the event belongs to.
  package internal(set) var operation: Operation
  /// What was read or written; 0 for a fence.
  package internal(set) var value: UInt
  package internal(set) var kind: Kind
  /// The order of this half: a read whose update wrote nothing has the failure order.
  package internal(set) var order: MemoryOrder
  /// The read or the write half of an update that writes.
  package internal(set) var isUpdate: Bool
  package internal(set) var waiting: Waiting
  /// For a read: the write that it reads from, which may be `EventID.initial`.
  package internal(set) var readsFrom: EventID = .none
  /// For a write: its neighbors in its location's modification order; `initial` before the first, `none` after the last.
  var moPrevious: EventID = .none
  var moNext: EventID = .none
  /// For a write: its place in modification order, from 1; the initial write has 0.
  var rank: UInt16 = 0
  /// For a write that was added by a revisit: the read it revisited.
  var revisited: EventID = .none
  /// Of the same thread and the same location, the access before this one: its index + 1, or 0.
  var previousAccess: UInt8 = 0
  /// Where in the thread the unbroken run of accesses to this location begins that this event ends.
  var runStart: UInt8 = 0
  /// Within the thread up to and with this event: index + 1 of the last read or fence, of the last write, and of the last
  /// write that a full fence of TSO separates from what follows; 0 where there is none.
  var lastRead: UInt8 = 0
  var lastWrite: UInt8 = 0
  var lastDrainedWrite: UInt8 = 0
  /// When it was added, counted from 1. A revisited read keeps its own.
  package internal(set) var stamp: UInt32 = 0
  /// Never the same for two events that a thread could tell apart, in the whole exploration.
  var serial: UInt64 = 0

  /// What happens before the event, and the event.
  var happensBefore = VectorClock()
  /// What it depends on by program order, reads-from, the starts of threads and time that had to pass, and the event.
  var prefix = VectorClock()
  /// What an acquiring fence after it takes up: what the relaxed reads so far could have acquired.
  var acquirable = VectorClock()
  /// What a relaxed write after it publishes: all that happened before the last releasing fence.
  var releasable = VectorClock()
  /// For a write: what an acquiring read that reads it takes up, through the release sequences it belongs to.
  var published = VectorClock()
  /// TSO and SC: what comes before the event, and the event, in the global order; reads and fences counted in the one,
  /// writes in the other, because under TSO a write may be overtaken by a later read.
  var globalReads = VectorClock()
  var globalWrites = VectorClock()

  package var location: Int { Int(operation.location) }
  package var isPlain: Bool { order == .plain }
  package var isWrite: Bool { kind == .write }
  package var isRead: Bool { kind == .read }
  package var isBlocked: Bool { waiting == .blocked }

  init(_ operation: Operation, _ kind: Kind, value: UInt, order: MemoryOrder, isUpdate: Bool = false) {
    self.operation = operation
    self.kind = kind
    self.value = value
    self.order = order
    self.isUpdate = isUpdate
    waiting = kind == .read && !operation.isFulfilled(by: value) ? .blocked : .over
  }
}
