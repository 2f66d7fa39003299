import SingletonMemoryModels
import SingletonModelChecker
import Testing

/// The removal of a thread from an execution, of which *Contraction* in the documentation has the proofs.
@Suite struct `Contraction` {
  private static let lock = 0
  /// A thread that looks at location 1 while it holds the lock.
  private static let visitor: [Operation] = [
    .exchange(lock, 1, .acquire).waiting(until: .equal, 0), .load(1, .relaxed), .store(lock, 0, .release),
  ]

  private func graphs(_ threads: [[Operation]]) throws -> [CanonicalGraph] {
    try Recorder.exploring(StraightLineProgram(threads), reducesSymmetry: false).complete
  }

  /// Returns the number of executions without the last thread that removing it leads to, all of which must exist.
  private func contracted(_ threads: [[Operation]], lock: Int?, _ comment: Comment) throws -> Int {
    let fewer = Set(try graphs(threads.dropLast()))
    let left = Set(try graphs(threads).compactMap { $0.withoutLastThread(lock: lock) })
    try #require(left.isSubset(of: fewer), comment)
    return left.count
  }

  @Test func `a thread none of whose writes is read can be removed`() throws {
    var programs = RandomPrograms(seed: 31)
    var count = 0
    for number in 0..<150 {
      count += try contracted(programs.program() + [programs.program()[0]], lock: nil, "program \(number)")
    }
    #expect(count > 500)
  }

  @Test func `a thread that takes a lock and releases it can be removed`() throws {
    var programs = RandomPrograms(seed: 32)
    var count = 0
    for number in 0..<100 {
      count += try contracted(programs.lockProgram() + [Self.visitor], lock: Self.lock, "program \(number)")
      // These write to the lock as they please.
      count += try contracted(programs.program() + [Self.visitor], lock: Self.lock, "other program \(number)")
    }
    #expect(count > 500)
  }

  /// The conditions of the lemma are needed: whoever reads that the lock is held would find nobody who holds it.
  @Test func `a thread in whose section another one has failed to take the lock cannot be removed`() throws {
    let failing = [Operation.compareExchange(Self.lock, expected: 0, desired: 2, .acquire, failure: .relaxed)]
    let graphs = try graphs([failing, Self.visitor])
    let failed = graphs.filter { $0.orders[Self.lock].count == 2 }
    #expect(failed.count == 1 && failed[0].withoutLastThread(lock: Self.lock) == nil)
    #expect(try self.graphs([failing]).allSatisfy { $0.orders[Self.lock].count == 1 })
  }

  /// A reader does not leave the count as it found it if another one has come in between.
  @Test func `a thread that is counted cannot be removed while another one counts itself`() throws {
    let reader: [Operation] = [.add(Self.lock, 1, .acquire), .add(Self.lock, .max, .release)]
    let between = try graphs([reader, reader]).filter { graph in
      graph.orders[Self.lock].map { $0 / 256 } == [1, 0, 1, 0]
    }
    #expect(between.count == 1 && between[0].withoutLastThread(lock: Self.lock) == nil)
  }
}

extension CanonicalGraph {
  /// Returns the graph without the last thread, or `nil` if others read what only that thread has written.
  ///
  /// - Parameter lock: A location that the thread takes and releases. What others read from its release, they read from
  ///   the write before, if nobody has written between the two.
  fileprivate func withoutLastThread(lock: Int?) -> CanonicalGraph? {
    let removed = sources.count - 1
    func isRemoved(_ event: Int) -> Bool { event >= 0 && event / 256 == removed }
    var replacement: (event: Int, by: Int)?
    if let lock, orders.indices.contains(lock) {
      let writes = orders[lock]
      let places = writes.indices.filter { isRemoved(writes[$0]) }
      if places.count == 2, places[1] == places[0] + 1 {
        replacement = (writes[places[1]], places[0] == 0 ? -1 : writes[places[0] - 1])
      }
    }
    var graph = self
    graph.sources.removeLast()
    graph.waits.removeLast()
    graph.failed.removeAll(where: isRemoved)
    for thread in graph.sources.indices {
      for (index, source) in graph.sources[thread].enumerated() where isRemoved(source) {
        guard let replacement, replacement.event == source else { return nil }
        graph.sources[thread][index] = replacement.by
      }
    }
    graph.orders = orders.map { $0.filter { !isRemoved($0) } }
    while graph.orders.last == [] { graph.orders.removeLast() }
    return graph
  }
}
