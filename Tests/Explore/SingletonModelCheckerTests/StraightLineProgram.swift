import SingletonMemoryModels
import SingletonModelChecker

/// A program whose threads do fixed sequences of operations, whatever they read.
final class StraightLineProgram: Program {
  let threads: [[Operation]]
  let predecessors: [[Int]]
  private var next: [Int]
  let symmetry: Symmetry
  private let initialValues: [Int: UInt]

  init(
    _ threads: [[Operation]], after: [[Int]]? = nil, symmetry: Symmetry = .none, initialValues: [Int: UInt] = [:]
  ) {
    self.initialValues = initialValues
    self.threads = threads
    self.symmetry = symmetry
    predecessors = after ?? threads.map { _ in [] }
    next = threads.map { _ in 0 }
  }

  var threadCount: Int { threads.count }
  func initialValue(of location: Int) -> UInt { initialValues[location, default: 0] }
  func restart(_ thread: Int) { next[thread] = 0 }

  func advance(_ thread: Int, with value: UInt) -> Action {
    guard next[thread] < threads[thread].count else { return .finished }
    next[thread] += 1
    return .operation(threads[thread][next[thread] - 1])
  }
}

/// A visitor that keeps everything that an exploration reports.
final class Recorder: ExplorationVisitor {
  private(set) var complete: [CanonicalGraph] = []
  private(set) var stuck: [CanonicalGraph] = []
  private(set) var failures: [UInt] = []
  private(set) var findings: [Finding] = []
  private(set) var endings = 0
  private(set) var discarded = 0
  private(set) var startsOver = 0
  /// The number of permutations of the complete executions.
  private(set) var permutations: UInt64 = 0
  /// The number of endings after which the exploration stops.
  private let limit: Int

  init(limit: Int = .max) { self.limit = limit }

  var hasRace: Bool {
    findings.contains { finding in
      if case .race = finding { true } else { false }
    }
  }

  func startedOver() {
    (complete, stuck, failures, findings, endings) = ([], [], [], [], 0)
    discarded = 0
    startsOver += 1
    permutations = 0
  }

  func found(_ finding: Finding, in graph: ExecutionGraph) -> Bool {
    findings.append(finding)
    return true
  }

  func ended(_ ending: Ending, in graph: ExecutionGraph) -> Bool {
    endings += 1
    switch ending {
    case .complete:
      complete.append(CanonicalGraph(graph))
      permutations += graph.permutationCount
    case .stuck: stuck.append(CanonicalGraph(graph))
    case .failed(_, let code): failures.append(code)
    case .discarded: discarded += 1
    }
    return endings < limit
  }

  static func exploring(
    _ program: any Program, under model: MemoryModel = .rc11, reducesSymmetry: Bool = true,
    parks: Bool = true
  ) throws -> Recorder {
    let recorder = Recorder()
    _ = try Explorer(program, under: model, reducesSymmetry: reducesSymmetry, parks: parks, visitor: recorder).run()
    return recorder
  }

  /// Explores under the presumption that counters have enough left.
  ///
  /// - Returns: `nil` if the presumption does not hold.
  static func presuming(
    _ program: any Program, under model: MemoryModel = .rc11, reducesSymmetry: Bool = true
  ) throws -> Recorder? {
    let recorder = Recorder()
    let explorer = try Explorer(
      program, under: model, reducesSymmetry: reducesSymmetry, presumesCounts: true, visitor: recorder)
    return try explorer.run() ? recorder : nil
  }
}

/// The identity of a graph: the events of each thread with what they read, and the coherence order of each location.
struct CanonicalGraph: Hashable {
  /// For each event of each thread, the write that it reads from as thread * 256 + index: -1 for the initial write, -2
  /// for a write or fence.
  var sources: [[Int]]
  /// For each location, its writes as thread * 256 + index.
  var orders: [[Int]]
  /// For each event of each thread, the state of its wait.
  var waits: [[Event.Waiting]]
  /// The weak compare-exchanges that failed although they read the expected value, as thread * 256 + index,
  /// in ascending order.
  var failed: [Int]

  init(sources: [[Int]], orders: [[Int]], waits: [[Event.Waiting]], failed: [Int]) {
    self.failed = failed
    self.sources = sources
    self.orders = orders
    self.waits = waits
  }

  static func number(_ id: EventID) -> Int { id == .initial ? -1 : id.thread * 256 + id.index }

  init(_ graph: ExecutionGraph) {
    sources = (0..<graph.threadCount).map { thread in
      (0..<graph.count(of: thread)).map { index in
        let event = graph[EventID(thread: thread, index: index)]
        return event.kind == .read ? Self.number(event.readsFrom) : -2
      }
    }
    waits = (0..<graph.threadCount).map { thread in
      (0..<graph.count(of: thread)).map { graph[EventID(thread: thread, index: $0)].waiting }
    }
    failed = graph.eventIDs.filter { graph[$0].hasFailed }.map(Self.number).sorted()
    orders = (0..<graph.locationCount).map { location in
      graph.eventIDs.filter { graph[$0].isWrite && graph[$0].location == location }
        .sorted { graph.rank($0) < graph.rank($1) }.map(Self.number)
    }
    while orders.last == [] { orders.removeLast() }
  }
}
