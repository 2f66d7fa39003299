/// The order in which the threads of a program start.
struct StartOrder {
  /// For each thread, the threads that must have finished before it starts.
  let predecessors: [[Int]]
  /// The threads that have predecessors, each after its own predecessors.
  let successors: [Int]
  /// A thread that never starts, because it waits for itself, directly or indirectly, or for a thread that does not
  /// exist; `nil` if there is none.
  let neverStarting: Int?

  init(_ predecessors: [[Int]]) {
    self.predecessors = predecessors
    var placed = predecessors.indices.filter { predecessors[$0].isEmpty }
    let atOnce = placed.count
    while let next = predecessors.indices.first(where: { thread in
      !placed.contains(thread) && predecessors[thread].allSatisfy(placed.contains)
    }) {
      placed.append(next)
    }
    successors = Array(placed[atOnce...])
    neverStarting = predecessors.indices.first { !placed.contains($0) }
  }
}
