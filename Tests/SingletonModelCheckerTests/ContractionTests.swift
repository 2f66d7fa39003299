import SingletonMemoryModels
import SingletonModelChecker
import TestSupport
import Testing

/// The removal of a thread from an execution, of which *Contraction* in the documentation has the proofs.
@Suite struct `Contraction` {
  private static let lock = 0
  /// A thread that looks at location 1 while it holds the lock.
  private static let visitor: [Operation] = [
    .exchange(lock, 1, .acquire).waiting(until: .equal, 0), .load(1, .relaxed), .store(lock, 0, .release),
  ]

  private func executions(_ threads: [[Operation]], after: [[Int]]? = nil) throws -> ContractionRecorder {
    let recorder = ContractionRecorder()
    _ = try Explorer(
      StraightLineProgram(threads, after: after), under: .rc11, reducesSymmetry: false, parks: false, visitor: recorder
    ).run()
    return recorder
  }

  /// Returns the number of executions without the last thread that removing it leads to, with and without replaced
  /// reads. All of them must exist, with the data races between the other threads.
  private func contracted(
    _ threads: [[Operation]], after: [[Int]]? = nil, _ comment: Comment
  ) throws -> (all: Int, replaced: Int) {
    let fewer = try executions(threads.dropLast(), after: after?.dropLast()).whole
    let left = try executions(threads, after: after).left
    for (graph, contraction) in left {
      let races = try #require(fewer[graph], comment)
      try #require(contraction.races.isSubset(of: races), comment)
    }
    return (left.count, left.values.count { $0.replaces })
  }

  @Test func `a thread none of whose writes is read can be removed`() throws {
    var programs = RandomPrograms(seed: 31)
    var count = 0
    for number in 0..<150 {
      count += try contracted(programs.program() + [programs.program()[0]], "program \(number)").all
    }
    #expect(count > 500)
  }

  @Test func `a thread that restores what it has changed can be removed`() throws {
    var programs = RandomPrograms(seed: 32)
    var (locks, others) = (0, 0)
    for number in 0..<100 {
      locks += try contracted(programs.lockProgram() + [Self.visitor], "program \(number)").replaced
      // These write to the lock as they please.
      for _ in 0..<2 {
        others += try contracted(programs.program() + [programs.visitor()], "other program \(number)").replaced
      }
    }
    #expect(locks > 400 && others > 100, "\(locks) \(others)")
  }

  @Test func `a thread of a later phase can be removed`() throws {
    var programs = RandomPrograms(seed: 33)
    var count = 0
    for number in 0..<100 {
      let others = (0..<3).map { _ in Array(programs.program()[0].prefix(2)) }
      let after = [[], [], [0, 1], [0, 1]]
      count += try contracted(others + [programs.visitor()], after: after, "program \(number)").replaced
    }
    #expect(count > 20, "\(count)")
  }

  /// The conditions of the lemma are needed: whoever reads that the lock is held would find nobody who holds it.
  @Test func `a thread in whose section another one has failed to take the lock cannot be removed`() throws {
    let failing = [Operation.compareExchange(Self.lock, expected: 0, desired: 2, .acquire, failure: .relaxed)]
    #expect(try executions([failing, Self.visitor]).impossible == 1)
    #expect(try executions([failing]).whole.count == 1)
  }

  /// Without the thread, nothing would order what the one before it has done and what the one after it does.
  @Test func `a thread that does not acquire, or release, or restore, cannot be removed`() throws {
    func impossible(_ first: Operation, _ last: Operation) throws -> Int {
      try executions([Self.visitor, [first, last]]).impossible
    }
    let (enter, leave) = (Self.visitor[0], Self.visitor[2])
    var weakEnter = enter
    weakEnter.order = .relaxed
    #expect(try impossible(enter, leave) == 0)
    #expect(try impossible(weakEnter, leave) == 1)
    #expect(try impossible(enter, .store(Self.lock, 0, .relaxed)) == 1)
    #expect(try impossible(enter, .add(Self.lock, .max, .release)) == 0)
    let other = Operation.exchange(Self.lock, 3, .acquire).waiting(until: .notEqual, 1)
    #expect(try executions([[other], [enter, .store(Self.lock, 2, .release)]]).impossible == 1)
  }

  /// A reader does not leave the count as it found it if another one has come in between.
  @Test func `a thread that is counted cannot be removed while another one counts itself`() throws {
    let reader: [Operation] = [.add(Self.lock, 1, .acquire), .add(Self.lock, .max, .release)]
    #expect(try executions([reader, reader]).impossible > 0)
  }
}

/// A visitor that removes the last thread from each execution.
private final class ContractionRecorder: ExplorationVisitor {
  typealias Races = Set<[EventID]>

  /// The executions that have ended, as they are, each with its data races.
  private(set) var whole: [CanonicalGraph: Races] = [:]
  /// The same without the last thread, each with the data races of the others, and whether another write replaces one that
  /// was removed.
  private(set) var left: [CanonicalGraph: (races: Races, replaces: Bool)] = [:]
  /// The number of executions from which the thread cannot be removed.
  private(set) var impossible = 0

  func startedOver() { (whole, left, impossible) = ([:], [:], 0) }

  func found(_ finding: Finding, in graph: ExecutionGraph) -> Bool { true }

  func ended(_ ending: Ending, in graph: ExecutionGraph) -> Bool {
    guard ending == .complete || ending == .stuck else { return true }
    let last = graph.threadCount - 1
    whole[CanonicalGraph(graph)] = races(graph)
    let removal = Removal(of: [last], from: graph, countsWaits: true)
    if removal.obstacles.isEmpty {
      let races = races(graph).filter { race in race.allSatisfy { $0.thread != last } }
      let contracted = CanonicalGraph(graph).withoutLastThread(replacing: removal.replacements)
      let known = left[contracted] ?? ([], false)
      left[contracted] = (known.races.union(races), known.replaces || !removal.replacements.isEmpty)
    } else {
      impossible += 1
    }
    return true
  }

  private func races(_ graph: ExecutionGraph) -> Races {
    let accesses = graph.eventIDs.filter { graph[$0].kind != .fence }
    var races: Races = []
    for (number, a) in accesses.enumerated() {
      for b in accesses.dropFirst(number + 1) where a.thread != b.thread && graph[a].location == graph[b].location {
        let isConflict = graph[a].isWrite || graph[b].isWrite
        let isPlain = graph[a].order == .plain || graph[b].order == .plain
        let isOrdered = graph.happensBefore(a, b) || graph.happensBefore(b, a)
        if isConflict && isPlain && !isOrdered { races.insert([a, b]) }
      }
    }
    return races
  }
}

extension CanonicalGraph {
  /// Returns the graph without the last thread.
  ///
  /// - Parameter replacements: What others read in place of the writes of the thread.
  fileprivate func withoutLastThread(replacing replacements: [EventID: EventID]) -> CanonicalGraph {
    let removed = sources.count - 1
    func isRemoved(_ event: Int) -> Bool { event >= 0 && event / 256 == removed }
    var graph = self
    graph.sources.removeLast()
    graph.waits.removeLast()
    graph.failed.removeAll(where: isRemoved)
    for (write, origin) in replacements {
      for thread in graph.sources.indices {
        graph.sources[thread] = graph.sources[thread].map { $0 == Self.number(write) ? Self.number(origin) : $0 }
      }
    }
    graph.orders = orders.map { $0.filter { !isRemoved($0) } }
    while graph.orders.last == [] { graph.orders.removeLast() }
    return graph
  }
}
