/// Which threads wait for which before they start.
struct StartOrder {
  /// For each thread those that must have finished before it starts.
  let predecessors: [[Int]]
  /// Threads that have predecessors, each after its own predecessors.
  let successors: [Int]
  /// A thread that waits for itself in the end, or for one that there is not.
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
