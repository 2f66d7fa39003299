package import SingletonMemoryModels

/// An execution graph: the events of each thread in program order, the write that each read reads from, and the
/// coherence order of the writes to each location.
///
/// The memory is reserved once and never moves. The address of an event follows from its thread and its index, so
/// removing events moves nothing, and pages that no event has reached cost nothing. The pointers refer to memory that
/// this object owns. The memory holds only plain values, and only the part with events is initialized.
package final class ExecutionGraph {
  package static let threadLimit = VectorClock.threadLimit
  /// The maximum number of events of one thread, because a counter of a ``VectorClock`` is one byte.
  package static let eventLimit = 255
  package static let locationLimit = 8192
  private static let stride = 256

  package let threadCount: Int
  package let model: MemoryModel
  /// For each thread, the threads that must have finished before it starts, all of which have lower numbers.
  let predecessors: [[Int]]
  /// The threads that have predecessors.
  let successors: [Int]
  let twins: Twins
  var reduction: Reduction
  /// Whether, in any graph so far, threads that are declared interchangeable have turned out not to be.
  var breaksSymmetry = false

  /// Whether threads that wait for a lock are parked.
  let parks: Bool
  /// Whether a location at which a thread was parked has turned out to be no lock.
  var hasMistakenLock = false
  /// For each location, what all graphs so far have shown of it, see ``LockUse``.
  let lockUses: UnsafeMutablePointer<LockUse>

  let events: UnsafeMutablePointer<Event>
  let locations: UnsafeMutablePointer<LocationRecord>
  /// For each thread, the state before its first event, represented as an event.
  let roots: UnsafeMutablePointer<Event>
  let state: UnsafeMutablePointer<GraphState>
  let partialSC: PartialSC
  let observedOrder = ObservedOrder()

  init(predecessors: [[Int]], model: MemoryModel, symmetry: Symmetry, parks: Bool) {
    self.parks = parks
    lockUses = .allocate(capacity: Self.locationLimit)
    lockUses.initialize(repeating: [], count: Self.locationLimit)
    threadCount = predecessors.count
    self.model = model
    self.predecessors = predecessors
    successors = predecessors.indices.filter { !predecessors[$0].isEmpty }
    precondition(successors.allSatisfy { predecessors[$0].max()! < $0 }, "a thread starts before its predecessors")
    twins = Twins(symmetry, threadCount: threadCount)
    reduction = symmetry.groups.isEmpty ? .none : .ordering
    events = .allocate(capacity: Self.threadLimit * Self.stride)
    locations = .allocate(capacity: Self.locationLimit)
    roots = .allocate(capacity: Self.threadLimit)
    roots.initialize(repeating: .root, count: Self.threadLimit)
    state = .allocate(capacity: 1)
    state.initialize(to: GraphState())
    partialSC = PartialSC()
  }

  /// Removes all events.
  func clear(for reduction: Reduction) {
    let serial = state.pointee.lastSerial
    state.pointee = GraphState()
    state.pointee.lastSerial = serial
    self.reduction = reduction
  }

  deinit {
    events.deallocate()
    locations.deallocate()
    lockUses.deallocate()
    roots.deallocate()
    state.deallocate()
  }
}

/// The state that the graph keeps for each location.
struct LocationRecord {
  var initialValue: UInt = 0
  /// For each thread, the index + 1 of its last access, or 0.
  var last = VectorClock()
  /// The last write in coherence order; `initial` if there is none.
  var latestWrite: EventID = .initial
  /// The first write in coherence order after the initial one; `none` if there is none.
  var firstWrite: EventID = .none
  /// The rank of the latest write when time last passed: no later access observes or precedes an older write.
  var coherenceBound: UInt16 = 0
  /// Whether a plain access was ever added.
  ///
  /// Like the next two, this flag remains set when the access is removed: it only narrows a search.
  var hasPlain = false
  /// Whether a plain write was ever added.
  var hasPlainWrite = false
  /// Whether a `free` was ever added.
  var hasFree = false
}

/// The counters of an execution graph, which are saved and restored together with it.
struct GraphState {
  /// The number of events of each thread.
  var counts = VectorClock()
  var locationCount = 0
  var lastStamp: UInt32 = 0
  var lastSerial: UInt64 = 0
  /// The latest stamp assigned before time last passed: events up to this stamp no longer change. 0 if no time has
  /// passed.
  var lastSettled: UInt32 = 0
  /// Whether a sequentially consistent access or fence was ever added; without one, psc is empty.
  var hasSequentiallyConsistent = false
  /// The threads that are parked, see `isParked(_:)`.
  var parked = ThreadSet()
}
