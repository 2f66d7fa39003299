import SingletonMemoryModels
import SingletonModelChecker
import Testing

/// Explorations that count executions up to permutations of interchangeable threads.
@Suite struct `Interchangeable threads` {
  /// Compares an exploration of a program with the orbits of a naive enumeration.
  ///
  /// - Returns: The number of times that the exploration has started over.
  @discardableResult
  private func compare(
    _ threads: [[Operation]], _ symmetry: Symmetry, after: [[Int]]? = nil, isPrepared: Bool = false,
    under model: MemoryModel, _ name: String
  ) throws -> Int {
    let program = StraightLineProgram(threads, after: after, symmetry: symmetry)
    let recorder = try Recorder.exploring(program, under: model)
    let naive = NaiveEnumeration(threads, after: after, under: model)
    let orbits = Orbits(symmetry, threadCount: threads.count, isPrepared: isPrepared)
    let comment = Comment(rawValue: "\(name): \(threads)")
    try #require(Set(recorder.complete.map(orbits.least)) == Set(naive.complete.map(orbits.least)), comment)
    try #require(recorder.complete.count == Set(naive.complete.map(orbits.least)).count, comment)
    try #require(Set(recorder.stuck.map(orbits.least)) == Set(naive.stuck.map(orbits.least)), comment)
    try #require(recorder.stuck.count == Set(naive.stuck.map(orbits.least)).count, comment)
    try #require(recorder.hasRace == naive.hasRace, comment)
    if recorder.startsOver == 0 { try #require(recorder.permutations == UInt64(naive.complete.count), comment) }
    let all = try Recorder.exploring(program, under: model, reducesSymmetry: false)
    try #require(Set(all.complete) == naive.complete && all.complete.count == naive.complete.count, comment)
    return recorder.startsOver
  }

  @Test(arguments: MemoryModel.allCases, 0..<10)
  func `an exploration visits one execution of each orbit of a naive enumeration`(
    model: MemoryModel, batch: Int
  ) throws {
    var programs = RandomPrograms(seed: UInt64(2_000 + batch))
    for number in 0..<60 {
      let threads = programs.symmetricProgram()
      try compare(threads, .equal(threads), under: model, "program \(number) of batch \(batch)")
    }
  }

  @Test(arguments: MemoryModel.allCases, [false, true])
  func `threads that wait for locks are interchangeable`(model: MemoryModel, mixed: Bool) throws {
    var programs = RandomPrograms(seed: 8_000)
    for number in 0..<(mixed ? 10 : 50) {
      let threads = programs.lockProgram(symmetric: true, mixed: mixed)
      try compare(threads, .equal(threads), under: model, "program \(number)")
    }
  }

  @Test(arguments: MemoryModel.allCases, 0..<5)
  func `threads with their own locations are interchangeable`(model: MemoryModel, batch: Int) throws {
    var programs = RandomPrograms(seed: UInt64(3_000 + batch))
    for number in 0..<60 {
      let threads = programs.symmetricProgram(ownLocations: true)
      try compare(threads, .equal(threads), under: model, "program \(number) of batch \(batch)")
    }
  }

  @Test(arguments: MemoryModel.allCases, 0..<5)
  func `threads whose waits time out are interchangeable`(model: MemoryModel, batch: Int) throws {
    var programs = RandomPrograms(seed: UInt64(4_000 + batch), timeouts: true)
    for number in 0..<40 {
      let threads = programs.symmetricProgram()
      try compare(threads, .equal(threads), under: model, "program \(number) of batch \(batch)")
    }
  }

  @Test(arguments: MemoryModel.allCases)
  func `interchangeable threads of one phase go on in the next`(model: MemoryModel) throws {
    var programs = RandomPrograms(seed: 5_000)
    let symmetry = Symmetry(groups: [[[0, 2], [1, 3]]])
    for number in 0..<60 {
      let threads = [programs.program(), programs.program()].flatMap {
        Array(repeating: Array($0[0].prefix(2)), count: 2)
      }
      try compare(threads, symmetry, after: [[], [], [0, 1], [0, 1]], under: model, "program \(number)")
    }
  }

  /// Thread 0 writes to the location of each party, one after the other, and the parties continue in a second phase.
  @Test(arguments: MemoryModel.allCases)
  func `threads to whose own locations a finished thread has written are interchangeable`(model: MemoryModel) throws {
    var programs = RandomPrograms(seed: 6_000)
    let symmetry = Symmetry(groups: [[[1, 3], [2, 4]]])
    var startsOver = 0
    for number in 0..<60 {
      let phases = (0..<2).flatMap { _ in
        let thread = Array(programs.program()[0].prefix(2))
        return (1...2).map { RandomPrograms.owning(thread, thread: $0) }
      }
      let prepared = (1...2).map { Operation.store(2 + $0, 2, .plain) }
      startsOver += try compare(
        [prepared] + phases, symmetry, after: [[], [0], [0], [1, 2], [1, 2]], isPrepared: true, under: model,
        "program \(number)")
    }
    #expect(startsOver == 0)
  }

  @Test func `threads for which different values were written are not interchangeable`() throws {
    let threads: [[Operation]] = [
      [.store(3, 1, .plain), .store(4, 2, .plain)], [.load(3, .plain)], [.load(4, .plain)],
    ]
    let program = StraightLineProgram(threads, after: [[], [0], [0]], symmetry: Symmetry(groups: [[[1], [2]]]))
    #expect(try Recorder.exploring(program).startsOver == 1)
  }

  /// Thread 1 may read the write of thread 3, and so cause the one of thread 2, which precedes that in coherence order and
  /// is read by thread 0. Therefore thread 0 comes first and yet depends on thread 1.
  @Test func `an exploration starts over if coherence contradicts causality`() throws {
    let twin: [Operation] = [.load(0, .relaxed), .store(1, 1, .relaxed)]
    let threads = [twin, twin, [.load(1, .relaxed), .store(0, 1, .relaxed)], [.store(0, 2, .relaxed)]]
    #expect(try compare(threads, .equal(threads), under: .rc11, "contradiction") == 1)
    #expect(try compare(threads, .equal(threads), under: .tso, "no contradiction") == 0)
  }
}

extension Symmetry {
  /// The symmetry of threads whose operations are equal, except for locations of their own.
  static func equal(_ threads: [[Operation]]) -> Symmetry {
    Symmetry(
      ofThreadsBy: threads.map { operations in
        operations.map { operation in
          var operation = operation
          operation.location = min(2, operation.location)
          return "\(operation)"
        }
      })
  }
}

/// The permutations of a program's interchangeable threads, and their images of a graph.
private struct Orbits {
  private let permutations: [[Int]]
  private let isPrepared: Bool

  /// - Parameter isPrepared: Whether event t - 1 of thread 0 is a write to the own location of each thread t.
  init(_ symmetry: Symmetry, threadCount: Int, isPrepared: Bool) {
    self.isPrepared = isPrepared
    permutations = symmetry.groups.reduce([Array(0..<threadCount)]) { permutations, group in
      permutations.flatMap { permutation in
        Self.orders(of: Array(group.indices)).map { order in
          var permutation = permutation
          for (from, to) in zip(group, order.map { group[$0] }) {
            for (thread, other) in zip(from, to) { permutation[thread] = other }
          }
          return permutation
        }
      }
    }
  }

  private static func orders(of numbers: [Int]) -> [[Int]] {
    guard !numbers.isEmpty else { return [[]] }
    return numbers.flatMap { first in orders(of: numbers.filter { $0 != first }).map { [first] + $0 } }
  }

  /// Returns the least of the graph's permutations.
  func least(_ graph: CanonicalGraph) -> CanonicalGraph {
    permutations.map { graph.permuted($0, isPrepared: isPrepared) }.min { "\($0)" < "\($1)" }!
  }
}

extension CanonicalGraph {
  /// Returns the graph with the threads renamed, and location 2 + t of each thread t.
  fileprivate func permuted(_ permutation: [Int], isPrepared: Bool) -> CanonicalGraph {
    func renamed(_ number: Int) -> Int {
      if number < 0 { return number }
      if isPrepared && number < 256 { return permutation[number + 1] - 1 }
      return permutation[number / 256] * 256 + number % 256
    }
    var graph = self
    for (thread, other) in permutation.enumerated() {
      graph.sources[other] = sources[thread].map(renamed)
      graph.waits[other] = waits[thread]
    }
    graph.failed = failed.map(renamed).sorted()
    graph.orders = Array(repeating: [], count: 2 + permutation.count)
    for (location, writes) in orders.enumerated() {
      graph.orders[location < 2 ? location : 2 + permutation[location - 2]] = writes.map(renamed)
    }
    return graph
  }
}
