import CSingletonHooks
import SingletonCore
import SingletonModelChecker
import SingletonStrategyChecker

/// A visitor that judges executions of an accessor.
///
/// The threads' results are those of the execution in the graph, because the exploration has just asked each thread for
/// its next step.
final class AccessFindings<Owner: ~Copyable, Value>: ExplorationVisitor {
  typealias Result = InstrumentedProgram<Owner, Value>.Result

  let program: InstrumentedProgram<Owner, Value>
  let promise: Subject<Owner, Value>.Promise
  let buildsOnce: Bool
  private var witnesses: WitnessCollection
  /// The use of an object after its end, of the witness that is kept.
  private(set) var earlyEnd: EarlyEnd?
  /// What the witness that is kept of a finding has that no step shows, such as the text of an error.
  var remarks: [Defect: String] = [:]
  /// Whether an object has ended too early in this execution, so that no code of the caller may see its results.
  private(set) var hasDead = false
  /// Why nothing can be decided, if so.
  private var barrier: Undecided?
  /// A question whose answer depends on the order of counting. What else such an execution shows is not judged.
  private var question: Undecided?
  /// The look at the clock that decides what the code does, if one does.
  private var clock: Undecided?
  /// The address of memory that has ended, if one is kept.
  private var keptAddress: Undecided?
  private static var addressOfEnded: Undecided {
    Undecided(
      "the address of memory that has ended is kept, and other memory may get it", place: nil)
  }
  /// The schedule of a data race that is one whatever executions follow, if any: one thread has run alone, and the first step of
  /// another one races with it.
  private(set) var certainRace: Schedule?
  /// The code that has taken a lock which is still held after an execution, if one is.
  private(set) var heldLock: UInt?
  /// What the threads do between their operations.
  private(set) var courses = Courses()
  /// Whether there is a data race that no answer to such a question could have prevented, because neither thread had asked one.
  private var hasCertainRace = false

  init(
    _ program: InstrumentedProgram<Owner, Value>, promising promise: Subject<Owner, Value>.Promise,
    buildsOnce: Bool = false, limits: CheckLimits,
    mostIdleRuns: @escaping (Set<Defect>) -> UInt64?
  ) {
    self.program = program
    self.promise = promise
    self.buildsOnce = buildsOnce
    witnesses = WitnessCollection(limits: limits, mostIdleRuns: mostIdleRuns)
  }

  var result: ExplorationResult {
    get { witnesses.result }
    set { witnesses.result = newValue }
  }

  func startedOver() { witnesses.startOver() }

  /// Whether the exploration is of use: no access conflicts that is no event.
  private var isValid: Bool { !ch_has_grown() && barrier == nil }

  /// Why nothing is decided, if so.
  var obstacle: Undecided? {
    barrier ?? (hasCertainRace ? nil : question) ?? (result.schedules.isEmpty ? clock ?? keptAddress : nil)
  }

  func found(_ finding: Finding, in graph: ExecutionGraph) -> Bool {
    guard isValid, case .race(let a, let b) = finding else { return isValid }
    // Two threads may use two blocks that have one address.
    if program.arrangement == .reusing { return true }
    let look = [a, b].first { graph[$0].operation.isLook }
    guard let look else {
      if !hasCertainRace {
        let lifetimes = Lifetimes(graph)
        hasCertainRace = ![a, b].contains(where: lifetimes.hasQuestion)
      }
      let isKept = witnesses.consider(.race, [a, b], in: graph)
      if isKept && isFirstStep(of: [a, b], in: graph) { certainRace = result.schedules[.race] }
      return true
    }
    // Only the first write is the initialization. What changes a field later is the business of its users.
    let write = look == a ? b : a
    guard graph.rank(write) == 1, ch_is_of_thread(address(of: write, graph), Int32(write.thread)) else { return true }
    let isInitial = graph[look].readsFrom == .initial
    witnesses.consider(isInitial ? .halfBuilt : .race, isInitial ? [look] : [a, b], in: graph)
    return true
  }

  /// Whether one of two events is the only one of its thread, and all others are of a thread that has read nothing of it.
  private func isFirstStep(of events: [EventID], in graph: ExecutionGraph) -> Bool {
    events.contains { late in
      guard graph.count(of: late.thread) == 1 else { return false }
      let alone = events.first { $0 != late }!.thread
      return (0..<program.threadCount).allSatisfy { $0 == late.thread || $0 == alone || graph.count(of: $0) == 0 }
        && (0..<graph.count(of: alone)).allSatisfy { index in
          let event = graph[EventID(thread: alone, index: index)]
          let reads = event.operation.kind != .store && event.operation.kind != .fence
          return !reads || event.readsFrom == .initial || event.readsFrom.thread == alone
        }
    }
  }

  private func address(of id: EventID, _ graph: ExecutionGraph) -> UInt {
    program.locations.address(of: graph[id].location)
  }

  func ended(_ ending: Ending, in graph: ExecutionGraph) -> Bool {
    if !ch_has_grown(), let refused = program.refused { barrier = refused }
    guard isValid else { return false }
    var isKnown = true
    if ending != .discarded {
      let hasFailed = if case .failed = ending { true } else { false }
      isKnown = lifetimes(of: graph, hasFailed: hasFailed)
    }
    if ending == .complete && isKnown {
      judge(graph)
      compareWithOtherClock(graph)
      if keptAddress == nil && program.keepsAddress { keptAddress = Self.addressOfEnded }
    }
    if ending == .complete || ending == .stuck { courses.note(graph) }
    if ending == .complete && heldLock == nil { heldLock = graph.heldLock?.sourceLine }
    if ending == .complete || ending == .stuck { program.compareWithOtherAddresses(graph) }
    return witnesses.end(ending, in: graph) && isValid
  }

  /// Runs an execution again with a clock that shows a much later time at each look, unless it is known that the clock decides
  /// what the code does.
  ///
  /// A time that is a limit alone changes nothing, and one that is stored only the value that is stored.
  private func compareWithOtherClock(_ graph: ExecutionGraph) {
    let look = ch_look_at_clock()
    guard look != 0, clock == nil, isValid, result.schedules.isEmpty else { return }
    let addresses = program.addressesOfResults
    ch_let_clock_leap(true)
    let next = try? graph.repeat(program)
    let others = AccessFindings(program, promising: promise, buildsOnce: buildsOnce, limits: CheckLimits()) { _ in nil }
    let isSame = next?.allSatisfy { $0 == .finished } == true && program.addressesOfResults == addresses
    if isSame { others.judge(graph) }
    ch_let_clock_leap(false)
    program.requireRestart()
    if isSame && others.result.schedules.isEmpty { return }
    clock = Undecided("it decides by what DispatchTime.now() returns", at: look)
  }

  /// Keeps the witness of a finding if it is the easiest to follow so far. Returns whether it was kept.
  func keep(_ finding: Defect, _ events: [EventID], in graph: ExecutionGraph) -> Bool {
    witnesses.consider(finding, events, in: graph)
  }

  /// Ends the search without a verdict.
  func obstruct(_ reason: Undecided) { barrier = reason }

  /// Returns whether it is known what the objects' counts were.
  private func lifetimes(of graph: ExecutionGraph, hasFailed: Bool) -> Bool {
    hasDead = false
    switch Lifetimes(graph).verdict(hasFailed: hasFailed, limits: witnesses.limits) {
    case .fine: break
    // The search ends with this execution.
    case .limited: return false
    case .undecided(let reason):
      barrier = reason
      return false
    case .question(let reason, let look):
      if !ch_count_by_operations(look.note.object.address, look.note.code) { question = reason }
      return false
    case .mustCount(let object, let step):
      if !ch_count_by_operations(object.address, step.note.code) { barrier = program.refused }
      return false
    case .endsEarly(let end):
      hasDead = true
      if witnesses.consider(.usedAfterDestroy, end.events, in: graph) { earlyEnd = end }
    }
    return true
  }
}

extension ExecutionGraph {
  /// The operation that has taken a lock which no thread has given back, if there is one.
  fileprivate var heldLock: Operation? {
    (0..<locationCount).lazy.compactMap(latestWrite).map { self[$0].operation }
      .first { $0.hook.objectKind == "lock" && $0.hook != ch_read_unlock }
  }
}
