package import SingletonMemoryModels

/// An execution graph: the events of each thread in program order, the write that each read reads from, and the
/// coherence order of the writes to each location.
///
/// The memory is reserved once and never moves. The address of an event follows from its thread and its index, so
/// removing events moves nothing, and pages that no event has reached cost nothing. The pointers refer to memory that
/// this object owns. The memory holds only plain values, and is initialized as far as there are events.
package final class ExecutionGraph {
  package static let threadLimit = 16
  /// The most events of one thread, because a counter of a ``VectorClock`` is one byte.
  package static let eventLimit = 255
  package static let locationLimit = 8192
  private static let stride = 256

  package let threadCount: Int
  package let model: MemoryModel
  /// For each thread, the threads that must have finished before it starts.
  let predecessors: [[Int]]
  /// The threads that have predecessors, each after its own predecessors.
  let successors: [Int]
  let alikeness: Alikeness
  var reduction: Reduction
  /// Whether threads that are declared as alike have done, in any graph so far, what alike threads do not.
  var hasUnlikeThreads = false

  let events: UnsafeMutablePointer<Event>
  let locations: UnsafeMutablePointer<LocationRecord>
  /// For each thread, the state before its first event, represented as an event.
  let roots: UnsafeMutablePointer<Event>
  let state: UnsafeMutablePointer<GraphState>
  let partialSC: PartialSC

  init(threadCount: Int, model: MemoryModel, startOrder: StartOrder, symmetry: Symmetry) {
    self.threadCount = threadCount
    self.model = model
    alikeness = Alikeness(symmetry, threadCount: threadCount)
    reduction = symmetry.groups.isEmpty ? .none : .ordering
    predecessors = startOrder.predecessors
    successors = startOrder.successors
    let root = Event(.fence(.relaxed), .fence, value: 0, order: .relaxed)
    events = .allocate(capacity: Self.threadLimit * Self.stride)
    locations = .allocate(capacity: Self.locationLimit)
    roots = .allocate(capacity: Self.threadLimit)
    roots.initialize(repeating: root, count: Self.threadLimit)
    state = .allocate(capacity: 1)
    state.initialize(to: GraphState())
    partialSC = PartialSC()
  }

  /// Removes everything.
  func clear(for reduction: Reduction) {
    let serial = state.pointee.lastSerial
    state.pointee = GraphState()
    state.pointee.lastSerial = serial
    self.reduction = reduction
  }

  deinit {
    events.deallocate()
    locations.deallocate()
    roots.deallocate()
    state.deallocate()
  }
}
