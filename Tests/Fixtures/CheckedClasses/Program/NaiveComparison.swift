import CheckedClasses
import SingletonCheck
import SingletonModelChecker

/// A comparison of the exploration with one that tries every order of every access, under sequential consistency.
struct NaiveComparison<Owner: RandomlyAccessed> {
  typealias Code = InstrumentedProgram<Owner, Seen>

  private let program: Code
  let accesses: [[UInt8]]
  /// What the threads do, in memory that stays.
  let lists: [UnsafeBufferPointer<UInt8>]

  /// - Parameter length: The number of accesses of each thread.
  init(seed: UInt64, length: Int = 2) {
    var random = SplitMix(state: seed)
    accesses = (0..<2).map { _ in
      (0..<length).map { _ in UInt8(random.next() % UInt64(Owner.accessCount)) }
    }
    // The lists are made once, and are the same in all executions.
    lists = accesses.map { list in
      let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: list.count)
      _ = copy.initialize(from: list)
      return UnsafeBufferPointer(copy)
    }
    program = InstrumentedProgram(threads: 2, fresh: { Owner() }) { [lists] owner, thread in
      Self.run(owner, lists, thread)
    }
    _ = program.rehearse()
  }

  static func run(_ owner: Owner, _ lists: [UnsafeBufferPointer<UInt8>], _ thread: Int) -> Seen? {
    owner.run(lists[thread], value: 10 * (thread + 1))
  }

  /// The outcomes that the exploration visits, and the number of its executions.
  func explored(under model: MemoryModel = .sc) throws -> (outcomes: Set<[UInt]>, executions: Int) {
    while true {
      program.locations.begin()
      let collector = OutcomeCollector<Owner>(program)
      do { _ = try Explorer(program, under: model, visitor: collector).run() } catch {
        guard program.mustBeginAgain else {
          print(accesses, program.refusal ?? "")
          throw error
        }
      }
      if !program.mustBeginAgain { return (collector.outcomes, collector.executions) }
    }
  }

  /// The outcomes of all orders of all accesses, and their number; `nil` if there are too many.
  func naive() -> (outcomes: Set<[UInt]>, executions: Int)? {
    while true {
      program.locations.begin(everything: true)
      let found = allOrders()
      if !program.mustBeginAgain { return found }
    }
  }

  private static var mostOrders: Int { 4_000 }

  private func allOrders() -> (outcomes: Set<[UInt]>, executions: Int)? {
    var (outcomes, executions): (Set<[UInt]>, Int) = ([], 0)
    // The choices that lead to the next execution, each with the number of threads to choose from.
    var path: [(choice: Int, width: Int)] = []
    repeat {
      var run = SequentialRun(program)
      var depth = 0
      while case let ready = run.ready, !ready.isEmpty {
        if depth == path.count { path.append((0, ready.count)) }
        run.step(ready[path[depth].choice])
        depth += 1
      }
      executions += 1
      if executions > Self.mostOrders { return nil }
      if run.isComplete { outcomes.insert(program.contents) }
      while let last = path.last, last.choice + 1 == last.width { path.removeLast() }
      if !path.isEmpty { path[path.count - 1].choice += 1 }
    } while !path.isEmpty && !program.mustBeginAgain
    return (outcomes, executions)
  }
}

private final class OutcomeCollector<Owner: RandomlyAccessed>: ExplorationVisitor {
  private let program: InstrumentedProgram<Owner, Seen>
  private(set) var outcomes: Set<[UInt]> = []
  private(set) var executions = 0
  /// The number of executions for which those that were visited stand.
  private(set) var permutations: UInt64 = 0

  init(_ program: InstrumentedProgram<Owner, Seen>) { self.program = program }

  func startedOver() { (outcomes, executions, permutations) = ([], 0, 0) }
  func found(_ finding: Finding, in graph: ExecutionGraph) -> Bool { !program.mustBeginAgain }

  func ended(_ ending: Ending, in graph: ExecutionGraph) -> Bool {
    if ending == .complete {
      program.requireCounts(in: graph)
      outcomes.insert(program.contents)
      executions += 1
      permutations += graph.permutationCount
      program.compareWithOtherAddresses(graph)
    }
    return !program.mustBeginAgain
  }
}

extension NaiveComparison {
  /// Compares programs, prints those whose outcomes differ, and returns whether there are none.
  static func run(_ seeds: Range<UInt64>, length: Int) throws -> Bool {
    var (compared, different, explored, tried) = (0, 0, 0, 0)
    for seed in seeds {
      let comparison = NaiveComparison(seed: seed, length: length)
      let ours = try comparison.explored()
      guard let naive = comparison.naive() else { continue }
      compared += 1
      if ours.outcomes != naive.outcomes {
        different += 1
        print(
          "\(seed): \(comparison.accesses): \(ours.outcomes.subtracting(naive.outcomes)) too many, "
            + "\(naive.outcomes.subtracting(ours.outcomes)) too few")
      }
      explored += ours.executions
      tried += naive.executions
    }
    print("\(compared) programs, \(explored) executions, \(tried) orders, \(different) differ")
    return different == 0
  }
}

/// A comparison of an exploration that visits one of the executions that differ only in which of three alike threads does
/// what with one that visits all of them.
enum AlikeComparison {
  private struct Found: Equatable {
    /// What the threads have got, in ascending order.
    var outcomes: Set<[UInt]> = []
    var executions: UInt64 = 0
    var visited = 0
  }

  private static func explored<Owner: RandomlyAccessed>(
    _: Owner.Type, _ list: [UInt8], isReduced: Bool, under model: MemoryModel
  ) throws -> Found {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: list.count)
    _ = copy.initialize(from: list)
    let accesses = UnsafeBufferPointer(copy)
    let program = InstrumentedProgram(threads: 3, fresh: { Owner() }) { owner, _ in owner.run(accesses, value: 10) }
    _ = program.rehearse()
    if isReduced { program.takeThreadsForAlike() }
    while true {
      program.locations.begin()
      let collector = OutcomeCollector(program)
      do { _ = try Explorer(program, under: model, visitor: collector).run() } catch {
        guard program.mustBeginAgain else { throw error }
      }
      if program.mustBeginAgain { continue }
      return Found(
        outcomes: Set(collector.outcomes.map { $0.sorted() }), executions: collector.permutations,
        visited: collector.executions)
    }
  }

  /// Compares programs, prints those that differ, and returns whether there are none.
  static func run<Owner: RandomlyAccessed>(_ type: Owner.Type, _ seeds: Range<UInt64>, length: Int) throws -> Bool {
    var (all, visited, different) = (UInt64(0), 0, 0)
    for seed in seeds {
      var random = SplitMix(state: seed)
      let list = (0..<length).map { _ in UInt8(random.next() % UInt64(Owner.accessCount)) }
      let model = [MemoryModel.sc, .tso, .rc11][Int(seed % 3)]
      let expected = try explored(type, list, isReduced: false, under: model)
      let reduced = try explored(type, list, isReduced: true, under: model)
      if reduced.outcomes != expected.outcomes || reduced.executions != expected.executions {
        different += 1
        print("\(seed): \(list), \(model): \(reduced) instead of \(expected)")
      }
      all += expected.executions
      visited += reduced.visited
    }
    print("\(seeds.count) programs, \(all) executions, \(visited) visited, \(different) differ")
    return different == 0
  }
}

/// Vigna's generator splitmix64.
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
