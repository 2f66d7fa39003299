import SingletonLitmus
import SingletonMemoryModels
import SingletonModelChecker
import Testing

/// The executions with load buffering, compared with a naive enumeration of all reads-from relations and coherence orders.
@Suite struct `Executions with load buffering` {
  @Test(arguments: 0..<4)
  func `the executions with a cycle are those that ARM's axioms allow, each once`(batch: Int) throws {
    var programs = RandomPrograms(seed: 11_000 + UInt64(batch))
    var cyclic = 0
    for number in 0..<150 {
      let threads = programs.bufferingProgram()
      let recorder = Recorder()
      #expect(try CyclicExecutions(StraightLineProgram(threads), visitor: recorder).run())
      let naive = NaiveCycles(threads)
      try #require(Set(recorder.complete) == naive.complete, "program \(number) of batch \(batch): \(threads)")
      try #require(recorder.complete.count == naive.complete.count, "repeated: program \(number) of batch \(batch)")
      try #require(recorder.hasRace == naive.hasRace, "program \(number) of batch \(batch): \(threads)")
      cyclic += naive.complete.isEmpty ? 0 : 1
    }
    #expect(cyclic > 2, "\(cyclic)")
  }

  @Test(arguments: 0..<2)
  func `without cycles, the enumeration visits what an exploration visits`(batch: Int) throws {
    var programs = RandomPrograms(seed: 12_000 + UInt64(batch))
    for number in 0..<100 {
      let threads = programs.weakProgram()
      let (all, some) = (Recorder(), Recorder())
      #expect(try CyclicExecutions(StraightLineProgram(threads), includesAcyclic: true, visitor: all).run())
      #expect(try CyclicExecutions(StraightLineProgram(threads), visitor: some).run())
      let explored = try Recorder.exploring(StraightLineProgram(threads), under: .arm)
      let failing = threads.joined().contains { $0.update == .weakCompareExchange }
      guard !failing else { continue }
      try #require(
        Set(all.complete).subtracting(some.complete) == Set(explored.complete), "program \(number): \(threads)")
      try #require(Set(all.stuck).subtracting(some.stuck) == Set(explored.stuck), "program \(number): \(threads)")
      try #require(all.complete.count == Set(all.complete).count, "repeated: program \(number) of batch \(batch)")
    }
  }

  private static let instructions = [
    "W.rlx x 1", "W.rlx y r0+1", "W.rel x r1", "R.rlx r0 x", "R.acq r1 y", "R.rlx r1 x", "FADD.rlx r0 y 1",
    "XCHG.acq r1 x r0", "CAS.rlx/rlx r0 x 0 r1", "F.acq", "AWAIT.rlx r1 x != 0", "SKIP 1 IF r0 == 1", "LOCK m",
    "UNLOCK m",
  ]

  @Test func `without cycles, the enumeration finds all values that an exploration of a litmus program finds`() throws {
    var random = RandomPrograms(seed: 13_000)
    for number in 0..<60 {
      let threads = [3, [2, 2, 2, 4].randomElement(using: &random)!, [0, 1].randomElement(using: &random)!].map {
        length in
        ["SET r0 0", "SET r1 0"] + (0..<length).map { _ in Self.instructions.randomElement(using: &random)! } + [
          "F.rel"
        ]
      }
      let program = try LitmusProgram(threads: threads)
      let (all, some) = (Recorder(), Recorder())
      #expect(try CyclicExecutions(program, includesAcyclic: true, visitor: all).run())
      #expect(try CyclicExecutions(program, visitor: some).run())
      let explored = try Recorder.exploring(program, under: .arm, reducesSymmetry: false)
      try #require(
        Set(all.complete).subtracting(some.complete) == Set(explored.complete), "program \(number): \(threads)")
      try #require(Set(all.stuck).subtracting(some.stuck) == Set(explored.stuck), "program \(number): \(threads)")
    }
  }
}

/// All graphs of a program of loads, stores, exchanges and fences that have a cycle of program order and reads-from and that
/// ARM's axioms allow.
private struct NaiveCycles {
  private(set) var complete: Set<CanonicalGraph> = []
  private(set) var hasRace = false

  init(_ threads: [[Operation]]) {
    var graph = NaiveGraph(threadCount: threads.count)
    for (thread, operations) in threads.enumerated() {
      var index = 0
      for operation in operations {
        var node = NaiveGraph.Node(operation: operation, thread: thread, index: index, order: operation.order)
        let isExchange = operation.kind == .readModifyWrite
        node.isUpdate = isExchange
        if operation.kind != .fence && operation.kind != .store {
          node.isRead = true
          graph.nodes.append(node)
          (node.isRead, node.index) = (false, index + 1)
        }
        if operation.kind == .fence { graph.nodes.append(node) }
        if operation.kind == .store || isExchange {
          (node.isWrite, node.value) = (true, operation.value)
          graph.nodes.append(node)
        }
        index += isExchange ? 2 : 1
      }
    }
    read(graph, graph.nodes.indices.filter { graph.nodes[$0].isRead }[...])
  }

  private mutating func read(_ graph: NaiveGraph, _ reads: ArraySlice<Int>) {
    guard let read = reads.first else {
      return order(graph, Set(graph.nodes.filter(\.isWrite).map { Int($0.operation.location) }).sorted()[...])
    }
    let writes = graph.nodes.indices.filter {
      graph.nodes[$0].isWrite && graph.nodes[$0].operation.location == graph.nodes[read].operation.location
    }
    for source in [nil] + writes.map(Optional.some) {
      var next = graph
      next.nodes[read].source = source
      next.nodes[read].value = source.map { graph.nodes[$0].value } ?? 0
      self.read(next, reads.dropFirst())
    }
  }

  private mutating func order(_ graph: NaiveGraph, _ locations: ArraySlice<Int>) {
    guard let location = locations.first else {
      let axioms = NaiveAxioms(graph, after: Array(repeating: [], count: graph.threadCount))
      guard !(axioms.po | axioms.rf).isAcyclic, axioms.allow(under: .arm, buffersLoads: true) else { return }
      complete.insert(graph.canonical)
      if axioms.hasRace { hasRace = true }
      return
    }
    let writes = graph.nodes.indices.filter {
      graph.nodes[$0].isWrite && graph.nodes[$0].operation.location == location
    }
    for permutation in Self.permutations(of: writes) {
      var next = graph
      next.orders[location] = permutation
      order(next, locations.dropFirst())
    }
  }

  private static func permutations(of elements: [Int]) -> [[Int]] {
    guard let first = elements.first else { return [[]] }
    return permutations(of: Array(elements.dropFirst())).flatMap { rest in
      (0...rest.count).map { Array(rest[..<$0]) + [first] + Array(rest[$0...]) }
    }
  }
}
