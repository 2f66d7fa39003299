import SingletonMemoryModels
import SingletonModelChecker

/// All execution graphs of a program, found by trying every thread at every step and skipping visited graphs.
struct NaiveEnumeration {
  private(set) var complete: Set<CanonicalGraph> = []
  private(set) var stuck: Set<CanonicalGraph> = []
  private(set) var hasRace = false
  /// The complete and the stuck executions without the values of counters.
  private(set) var withoutCounts: (complete: Set<CanonicalGraph>, stuck: Set<CanonicalGraph>) = ([], [])
  /// Whether a counter has too little left in one of them.
  private(set) var hasTooLittle = false
  private var visited: Set<CanonicalGraph> = []

  /// - Parameter timesOutAnyTime: Whether a timed wait that is blocked may go on at any time. It is then no timeout of the
  ///   whole program, and a run that ends with the wait blocked is none.
  init(
    _ threads: [[Operation]], after: [[Int]]? = nil, under model: MemoryModel, withoutPartialSC: Bool = false,
    timesOutAnyTime: Bool = false, initialValues: [Int: UInt] = [:]
  ) {
    let after = after ?? threads.map { _ in [] }
    var left = [NaiveGraph(threadCount: threads.count, initialValues: initialValues)]
    while let graph = left.popLast() {
      let canStep = threads.indices.filter { thread in
        !graph.blocked[thread] && graph.done[thread] < threads[thread].count
          && after[thread].allSatisfy { !graph.blocked[$0] && graph.done[$0] == threads[$0].count }
      }
      if canStep.isEmpty && !(timesOutAnyTime && !graph.timedWaiters.isEmpty) {
        left += end(graph).filter { visited.insert($0.canonical).inserted }
      }
      if timesOutAnyTime {
        left += graph.timedWaiters.map(graph.endingInVain).filter { visited.insert($0.canonical).inserted }
      }
      for thread in canStep {
        for next in graph.extended(by: threads[thread][graph.done[thread]], of: thread) {
          let axioms = NaiveAxioms(next, after: after)
          guard visited.insert(next.canonical).inserted else { continue }
          guard axioms.allow(under: model, withoutPartialSC: withoutPartialSC) else { continue }
          if !hasRace { hasRace = axioms.hasRace }
          left.append(next)
        }
      }
    }
  }

  /// Records a graph in which no thread can take a step.
  ///
  /// - Returns: The graphs that follow if timed waits expire, in every non-empty combination.
  private mutating func end(_ graph: NaiveGraph) -> [NaiveGraph] {
    if graph.nodes.contains(where: \.hasTooLittle) { hasTooLittle = true }
    guard graph.blocked.contains(true) else {
      withoutCounts.complete.insert(graph.withoutCounts.canonical)
      complete.insert(graph.canonical)
      return []
    }
    let isStuck = graph.blocked.indices.filter { graph.blocked[$0] }.allSatisfy { thread in
      guard let read = graph.nodes.last(where: { $0.thread == thread }) else { return false }
      return read.source == graph.orders[Int(read.operation.location)]?.last
    }
    guard isStuck else { return [] }
    if graph.timedWaiters.isEmpty {
      withoutCounts.stuck.insert(graph.withoutCounts.canonical)
      stuck.insert(graph.canonical)
    }
    return Self.subsets(of: graph.timedWaiters).filter { !$0.isEmpty }.map(graph.timingOut)
  }

  private static func subsets(of threads: [Int]) -> [[Int]] {
    threads.reduce([[]]) { subsets, thread in subsets + subsets.map { $0 + [thread] } }
  }
}
