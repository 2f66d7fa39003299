package import SingletonMemoryModels

/// One event of an execution graph.
///
/// A read-modify-write that writes, called an update, is two events: its read and, next in its thread, its write. A
/// field's statement about other events remains valid while the event is in the graph, because an event is removed only
/// together with all events that depend on it.
package struct Event {
  package enum Kind: UInt8, Sendable {
    case read, write, fence
  }

  /// The state of a read with respect to the condition that it waits for.
  package enum Waiting: UInt8, Sendable {
    /// The condition is satisfied, or there is none.
    case over
    /// The condition is not satisfied, and the thread does not continue.
    case blocked
    /// The read was blocked when time passed, but did not time out; its thread waits again.
    case renewed
    /// The read was blocked when time passed and timed out; its thread continues.
    case timedOut
  }

  package internal(set) var operation: Operation
  /// The value read or written; 0 for a fence.
  package internal(set) var value: UInt
  package internal(set) var kind: Kind
  /// The memory order of this event. For the read of a read-modify-write that writes nothing, it is the failure order.
  package internal(set) var order: MemoryOrder
  /// Whether the event is one half of an update.
  package internal(set) var isUpdate: Bool
  package internal(set) var waiting: Waiting
  /// Whether the event is the read of a weak compare-exchange that has failed although it read the expected value.
  package internal(set) var hasFailed = false
  /// Whether this event and all earlier ones of its thread equal those of the thread's twin, see ``Reduction``.
  var isTied = false
  /// For a read: the write that it reads from, which may be `EventID.initial`.
  package internal(set) var readsFrom: EventID = .none
  /// For a write: its predecessor in the coherence order (`mo`) of its location; `initial` for the first write.
  var moPrevious: EventID = .none
  /// For a write: its successor in the coherence order of its location; `none` for the last write.
  var moNext: EventID = .none
  /// For a write: its position in coherence order, from 1; the initial write has rank 0.
  var rank: UInt16 = 0
  /// For a write added by a revisit: the read that it revisited, until that is removed.
  var revisited: EventID = .none
  /// For a write added by a revisit: the stamp of that read.
  var revisitedStamp: UInt32 = 0
  /// For a write that frees a lock: the parked threads that left the lock to another one.
  var declined = ThreadSet()
  /// For a read: its stamp or, if its thread was parked before, the stamp with which that began.
  var firstStamp: UInt32 = 0
  /// The index + 1 of the previous access of the same thread to the same location, or 0.
  var previousAccess: UInt8 = 0
  /// The index of the first event of the run of consecutive accesses to one location that ends with this event.
  var runStart: UInt8 = 0
  /// The index + 1 of the last read or fence of the thread up to and including this event, or 0.
  var lastRead: UInt8 = 0
  /// The index + 1 of the last write of the thread up to and including this event, or 0.
  var lastWrite: UInt8 = 0
  /// The index + 1 of the last write of the thread that a full fence separates from the events that follow, or 0.
  var lastDrainedWrite: UInt8 = 0
  /// The position in the order in which events were added, from 1. A revisited read keeps its stamp.
  package internal(set) var stamp: UInt32 = 0
  /// A number that, over the whole exploration, differs between any two events that a thread could distinguish.
  var serial: UInt64 = 0

  /// The events that happen before the event, and the event itself.
  var happensBefore = VectorClock()
  /// The porf-prefix: the events on which the event depends by program order, reads-from, thread starts and timeouts,
  /// and the event itself.
  var prefix = VectorClock()
  /// The events that remain if the event revisits a read: its porf-prefix and, with symmetry, the events of the twins
  /// that the events of its thread follow.
  var revisitPrefix = VectorClock()
  /// The events that a later acquire fence acquires: those that the relaxed reads so far would have acquired as acquire
  /// reads.
  var acquirable = VectorClock()
  /// The events that a later relaxed write publishes: those that happened before the last release fence.
  var releasable = VectorClock()
  /// For a write: the events that an acquire read of the write acquires, through the release sequences that the write
  /// belongs to.
  var published = VectorClock()
  /// TSO and SC: the events that precede the event in the global order, and the event itself.
  var globalPast = GlobalPast()

  /// The state of a thread before its first event.
  static var root: Event { Event(.fence(.relaxed), .fence, value: 0, order: .relaxed) }

  package var location: Int { Int(operation.location) }
  package var isWrite: Bool { kind == .write }
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

/// The identity of an event: its thread and its index in the program order of that thread, from 0.
///
/// An identity remains valid when other events are removed, because events are removed only from the end of a thread.
package struct EventID: Hashable, Sendable {
  let bits: UInt16

  /// The initial write of each location, from which a read reads if it reads from no event.
  package static let initial = EventID(bits: 0xFFFF)
  static let none = EventID(bits: 0xFFFE)

  init(bits: UInt16) { self.bits = bits }

  @inline(__always)
  package init(thread: Int, index: Int) { bits = UInt16(truncatingIfNeeded: thread << 8 | index) }

  @inline(__always) package var thread: Int { Int(bits >> 8) }
  @inline(__always) package var index: Int { Int(bits & 0xFF) }
  /// The index of the event in the graph's memory.
  @inline(__always) var slot: Int { Int(bits) }
  @inline(__always) package var isEvent: Bool { bits < 0xFFFE }
}
