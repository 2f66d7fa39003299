import CSingletonHooks
import SingletonCore
import SingletonModelChecker
import SingletonStrategyChecker

/// A visitor that judges executions of an accessor.
///
/// The threads' results are those of the execution in the graph, because the exploration has just asked each thread for
/// its next step.
final class AccessFindings<Owner, Instance: AnyObject>: ExplorationVisitor {
  private let program: InstrumentedProgram<Owner, Instance>
  private var witnesses: WitnessCollection
  /// The use of an object after its end, of the witness that is kept.
  private(set) var earlyEnd: EarlyEnd?
  /// Why nothing can be decided, if so.
  private(set) var obstacle: Undecided?

  init(
    _ program: InstrumentedProgram<Owner, Instance>, limits: CheckLimits,
    mostIdleRuns: @escaping (Set<Defect>) -> UInt64?
  ) {
    self.program = program
    witnesses = WitnessCollection(limits: limits, mostIdleRuns: mostIdleRuns)
  }

  var result: ExplorationResult {
    get { witnesses.result }
    set { witnesses.result = newValue }
  }

  func startedOver() { witnesses.startOver() }

  /// Whether the exploration is of use: no access conflicts that is no event.
  private var isValid: Bool { !ch_has_grown() && obstacle == nil }

  func found(_ finding: Finding, in graph: ExecutionGraph) -> Bool {
    guard isValid, case .race(let a, let b) = finding else { return isValid }
    let look = [a, b].first { graph[$0].operation.isLook }
    guard let look else {
      witnesses.consider(.race, [a, b], in: graph)
      return true
    }
    // Only the first write is the initialization. What changes a field later is the business of its users.
    let write = look == a ? b : a
    guard graph.rank(write) == 1, ch_is_of_thread(address(of: write, graph), Int32(write.thread)) else { return true }
    let isInitial = graph[look].readsFrom == .initial
    witnesses.consider(isInitial ? .halfBuilt : .race, isInitial ? [look] : [a, b], in: graph)
    return true
  }

  private func address(of id: EventID, _ graph: ExecutionGraph) -> UInt {
    program.locations.address(of: graph[id].location)
  }

  func ended(_ ending: Ending, in graph: ExecutionGraph) -> Bool {
    if !ch_has_grown(), let refusal = ch_refusal() {
      obstacle = Undecided(String(cString: refusal), at: ch_refusal_code())
    }
    guard isValid else { return false }
    if ending != .discarded { lifetimes(of: graph) }
    if ending == .complete { resultsDiffer(graph) }
    return witnesses.end(ending, in: graph) && isValid
  }

  private func resultsDiffer(_ graph: ExecutionGraph) {
    let results = UnsafeBufferPointer(start: program.results, count: program.threadCount)
    for result in results where result.instance == 0 { witnesses.consider(.nilResults, last(result, graph), in: graph) }
    let instances = results.filter { $0.instance != 0 }
    guard let first = instances.first, let other = instances.first(where: { $0.instance != first.instance }) else {
      return
    }
    witnesses.consider(.instances, last(first, graph) + last(other, graph), in: graph)
  }

  /// The last event of a thread, after which it has its result.
  private func last(_ result: InstrumentedProgram<Owner, Instance>.Result, _ graph: ExecutionGraph) -> [EventID] {
    let count = graph.count(of: result.thread)
    return count == 0 ? [] : [EventID(thread: result.thread, index: count - 1)]
  }

  private func lifetimes(of graph: ExecutionGraph) {
    switch Lifetimes(graph).verdict {
    case .fine: break
    case .undecided(let reason): obstacle = reason
    case .endsEarly(let end):
      if witnesses.consider(.usedAfterDestroy, end.events, in: graph) { earlyEnd = end }
    }
  }
}

/// What keeps a check from a verdict.
struct Undecided: Equatable {
  /// What the code has done.
  let what: String
  /// The address of the code, or 0.
  let code: UInt

  init(_ what: String, at code: UInt) {
    self.what = what
    self.code = code
  }
}
