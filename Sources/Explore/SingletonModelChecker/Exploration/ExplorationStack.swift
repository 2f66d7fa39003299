/// The branches left to explore: for each step with several choices, the graph before it and the choices not yet taken.
///
/// The graphs are held in one block of memory, owned by this object. It contains only plain values, so graphs are saved
/// and restored by copying bytes.
final class ExplorationStack {
  struct Frame {
    var pending: PendingEvent
    var state: GraphState
    var offset: Int
    var firstChoice: Int
  }

  private(set) var frames: [Frame] = []
  var choices: [Choice] = []
  private var memory: UnsafeMutableRawPointer
  private var capacity = 1 << 16
  private var used = 0

  init() { memory = .allocate(byteCount: 1 << 16, alignment: 16) }

  deinit { memory.deallocate() }

  var isEmpty: Bool { frames.isEmpty }

  func clear() {
    frames.removeAll()
    choices.removeAll()
    used = 0
  }

  /// Saves the graph, together with the choices from `firstChoice` on.
  func push(_ pending: PendingEvent, choicesFrom firstChoice: Int, of graph: ExecutionGraph) {
    frames.append(Frame(pending: pending, state: graph.state.pointee, offset: used, firstChoice: firstChoice))
    reserve(graph)
    for thread in 0..<graph.threadCount {
      write(graph.events + EventID(thread: thread, index: 0).slot, count: graph.storedCount(of: thread))
    }
    write(graph.locations, count: graph.locationCount)
  }

  /// Restores the graph of the top frame, and removes its next choice. If that was the last choice, the frame is
  /// removed too.
  func pop(into graph: ExecutionGraph) -> (PendingEvent, Choice) {
    let frame = frames[frames.count - 1]
    let choice = choices.removeLast()
    restore(frame, into: graph)
    if choices.count == frame.firstChoice {
      frames.removeLast()
      used = frame.offset
    }
    return (frame.pending, choice)
  }

  private func restore(_ frame: Frame, into graph: ExecutionGraph) {
    let serial = graph.state.pointee.lastSerial
    graph.state.pointee = frame.state
    // Serials are never reused: a thread must not mistake an event of the abandoned branch for one of this branch.
    graph.state.pointee.lastSerial = serial
    var offset = frame.offset
    for thread in 0..<graph.threadCount {
      read(graph.events + EventID(thread: thread, index: 0).slot, count: graph.storedCount(of: thread), at: &offset)
    }
    read(graph.locations, count: graph.locationCount, at: &offset)
    for thread in graph.successors where graph.count(of: thread) > 0 { graph.updateRoot(of: thread) }
  }

  private func reserve(_ graph: ExecutionGraph) {
    let bytes =
      (graph.eventCount + graph.threadCount) * MemoryLayout<Event>.stride + graph.locationCount
      * MemoryLayout<LocationRecord>.stride
    guard used + bytes > capacity else { return }
    capacity = 2 * (used + bytes)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    larger.copyMemory(from: memory, byteCount: used)
    memory.deallocate()
    memory = larger
  }

  private func write<Value>(_ values: UnsafeMutablePointer<Value>, count: Int) {
    let bytes = count * MemoryLayout<Value>.stride
    (memory + used).copyMemory(from: values, byteCount: bytes)
    used += bytes
  }

  private func read<Value>(_ values: UnsafeMutablePointer<Value>, count: Int, at offset: inout Int) {
    let bytes = count * MemoryLayout<Value>.stride
    UnsafeMutableRawPointer(values).copyMemory(from: memory + offset, byteCount: bytes)
    offset += bytes
  }
}
