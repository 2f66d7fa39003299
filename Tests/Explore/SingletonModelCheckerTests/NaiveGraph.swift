import SingletonMemoryModels
import SingletonModelChecker

/// An execution graph as lists, for programs whose threads are straight-line code.
struct NaiveGraph {
  struct Node {
    var operation: Operation
    var thread: Int
    var index: Int
    var isRead = false
    var isWrite = false
    /// Whether the node is the read or the write of an update that writes.
    var isUpdate = false
    var order: MemoryOrder
    var value: UInt = 0
    /// The node that a read reads from, or `nil` for the initial write.
    var source: Int?
    var waiting = Event.Waiting.over
    /// Whether a weak compare-exchange has failed although it read the expected value.
    var hasFailed = false
  }

  var nodes: [Node] = []
  /// The writes to each location in coherence order, as indices of nodes.
  var orders: [Int: [Int]] = [:]
  var threadCount: Int
  /// The values before the first writes, by location. A missing value is 0.
  var initialValues: [Int: UInt]
  /// The number of operations that each thread has done.
  var done: [Int]
  /// Whether each thread is blocked.
  var blocked: [Bool]
  /// The number of writes to each location at the last timeout. No later write comes before them in coherence order.
  var writesAtTimeout: [Int: Int] = [:]

  init(threadCount: Int, initialValues: [Int: UInt] = [:]) {
    self.threadCount = threadCount
    self.initialValues = initialValues
    done = Array(repeating: 0, count: threadCount)
    blocked = Array(repeating: false, count: threadCount)
  }

  var canonical: CanonicalGraph {
    var sources = Array(repeating: [Int](), count: threadCount)
    var waits = Array(repeating: [Event.Waiting](), count: threadCount)
    for node in nodes.sorted(by: { ($0.thread, $0.index) < ($1.thread, $1.index) }) {
      sources[node.thread].append(node.isRead ? node.source.map(number) ?? -1 : -2)
      waits[node.thread].append(node.waiting)
    }
    let highest = orders.keys.max() ?? -1
    var lists = (0..<highest + 1).map { (orders[$0] ?? []).map(number) }
    while lists.last == [] { lists.removeLast() }
    let failed = nodes.filter(\.hasFailed).map { $0.thread * 256 + $0.index }
    return CanonicalGraph(sources: sources, orders: lists, waits: waits, failed: failed.sorted())
  }

  private func number(_ node: Int) -> Int { nodes[node].thread * 256 + nodes[node].index }

  private func nextIndex(of thread: Int) -> Int { nodes.count { $0.thread == thread } }

  /// Returns all graphs with one more operation of `thread`, consistent or not.
  func extended(by operation: Operation, of thread: Int) -> [NaiveGraph] {
    var graph = self
    graph.done[thread] += 1
    let node = Node(operation: operation, thread: thread, index: nextIndex(of: thread), order: operation.order)
    switch operation.kind {
    case .fence:
      graph.nodes.append(node)
      return [graph]
    case .store, .free: return graph.writing(node, operation.value)
    case .load, .readModifyWrite: return graph.reading(node)
    }
  }

  private func writing(_ node: Node, _ value: UInt) -> [NaiveGraph] {
    let location = Int(node.operation.location)
    var written = node
    written.isWrite = true
    written.value = value
    return (writesAtTimeout[location, default: 0]...(orders[location] ?? []).count).map { place in
      var graph = self
      graph.nodes.append(written)
      graph.orders[location, default: []].insert(nodes.count, at: place)
      return graph
    }
  }

  private func reading(_ node: Node) -> [NaiveGraph] {
    let location = Int(node.operation.location)
    let sources: [Int?] = [nil] + (orders[location] ?? [])
    return sources.dropFirst(writesAtTimeout[location, default: 0]).flatMap { source -> [NaiveGraph] in
      var read = node
      read.isRead = true
      read.source = source
      read.value = source.map { nodes[$0].value } ?? initialValues[location, default: 0]
      var graph = self
      graph.blocked[node.thread] = !node.operation.isFulfilled(by: read.value)
      read.waiting = graph.blocked[node.thread] ? .blocked : .over
      guard let new = node.operation.updated(read.value) else {
        if node.operation.kind == .readModifyWrite { read.order = node.operation.failureOrder }
        graph.nodes.append(read)
        return [graph]
      }
      var failing = graph
      var failed = read
      (failed.hasFailed, failed.order) = (true, node.operation.failureOrder)
      failing.nodes.append(failed)
      read.isUpdate = true
      graph.nodes.append(read)
      var write = node
      write.index += 1
      write.isUpdate = true
      let failures = node.operation.update == .weakCompareExchange ? [failing] : []
      return failures + graph.writing(write, new)
    }
  }
}

// MARK: - Counters

extension NaiveGraph.Node {
  /// Whether the thread has found too little left in a counter.
  var hasTooLittle: Bool {
    switch operation.reliance {
    case .value: false
    case .anyLeft: isRead && Int(bitPattern: value) <= 0
    case .severalLeft: isRead && Int(bitPattern: value) <= 1
    }
  }
}

extension NaiveGraph {
  /// The graph in which an access to a counter is one event that reads and writes nothing.
  var withoutCounts: NaiveGraph {
    var graph = self
    graph.nodes = []
    var names: [Int: Int] = [:]
    var lengths = Array(repeating: 0, count: threadCount)
    for (number, node) in nodes.enumerated() where node.operation.reliance == .value || node.isRead {
      var node = node
      node.index = lengths[node.thread]
      lengths[node.thread] += 1
      node.isRead = node.isRead && node.operation.reliance == .value
      names[number] = graph.nodes.count
      graph.nodes.append(node)
    }
    for node in graph.nodes.indices { graph.nodes[node].source = graph.nodes[node].source.flatMap { names[$0] } }
    graph.orders = orders.mapValues { $0.compactMap { names[$0] } }
    return graph
  }
}

extension NaiveGraph {
  private func lastNode(of thread: Int) -> Int? { nodes.lastIndex { $0.thread == thread } }

  /// The threads that are blocked in a timed wait.
  var timedWaiters: [Int] {
    (0..<threadCount).filter { thread in
      blocked[thread] && lastNode(of: thread).map { nodes[$0].operation.canTimeOut } == true
    }
  }

  /// Returns the graph after the wait of one thread has ended in vain, while others may go on.
  func endingInVain(_ thread: Int) -> NaiveGraph {
    var graph = self
    graph.blocked[thread] = false
    if let node = lastNode(of: thread) { graph.nodes[node].waiting = .over }
    return graph
  }

  /// Returns the graph after the waits of these threads have timed out. The other blocked threads renew their waits.
  func timingOut(_ threads: [Int]) -> NaiveGraph {
    var graph = self
    graph.writesAtTimeout = orders.mapValues(\.count)
    for thread in 0..<threadCount where blocked[thread] {
      guard let node = lastNode(of: thread) else { continue }
      graph.blocked[thread] = false
      graph.nodes[node].waiting = threads.contains(thread) ? .timedOut : .renewed
      if !threads.contains(thread) { graph.done[thread] -= 1 }
    }
    return graph
  }
}
