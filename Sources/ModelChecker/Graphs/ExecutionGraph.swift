package import MemoryModels

/// An execution: each thread's events in program order, for each read the write it reads from, for each location the
/// order of its writes.
///
/// The memory is reserved once and never moves: an event's place follows from its thread and its index, so that removing
/// events moves nothing, and pages that no event has reached cost nothing. The pointers are to memory that only this
/// object owns and frees, of plain values, of which those up to the counts are initialized.
package final class ExecutionGraph {
  package static let threadLimit = 16
  /// Events of one thread: a counter of a `VectorClock` is a byte.
  package static let eventLimit = 255
  package static let locationLimit = 8192
  private static let stride = 256

  package let threadCount: Int
  package let model: MemoryModel
  /// For each thread those that must have finished before it starts.
  let predecessors: [[Int]]
  /// Threads that have predecessors, each after its own predecessors.
  let successors: [Int]

  let events: UnsafeMutablePointer<Event>
  let locations: UnsafeMutablePointer<LocationRecord>
  /// For each thread what comes before its first event, in the form of an event.
  let roots: UnsafeMutablePointer<Event>
  let state: UnsafeMutablePointer<GraphState>
  let partialSC: PartialSC

  init(threadCount: Int, model: MemoryModel, startOrder: StartOrder) {
    self.threadCount = threadCount
    self.model = model
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

  deinit {
    events.deallocate()
    locations.deallocate()
    roots.deallocate()
    state.deallocate()
  }
}
