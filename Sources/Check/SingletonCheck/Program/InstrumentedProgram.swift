import CSingletonHooks
import SingletonCore
import SingletonMemoryModels
package import SingletonModelChecker
import SingletonStrategyKit

/// A program whose threads are unmodified, instrumented code.
///
/// An execution begins with the owner that `fresh` makes, in memory whose addresses are the same each time; each thread
/// performs its role once. The threads share real memory, so they restart together.
package final class InstrumentedProgram<Owner: ~Copyable, Value>: LoopingProgram {
  /// The body of a thread in its two-word representation, function and context; see `CoroutineProgram`.
  private struct Body {
    let run: (UnsafeMutableRawPointer) -> Void

    var words: (UnsafeRawPointer, UnsafeRawPointer?) {
      unsafeBitCast(self, to: (UnsafeRawPointer, UnsafeRawPointer?).self)
    }
  }

  /// What one thread has got, in memory that does not move, because the thread's stack may be abandoned.
  struct Result {
    let thread: Int
    var value: Value?
    var error: (any Error)?
    var isWhole = true
    /// The address of the instance; 0 if the value is no object.
    var instance: UInt = 0
    /// The number of addresses inside of the value, of which ``addressLimit`` at most are kept.
    var addressCount = 0
  }

  package let threadCount: Int
  package let restartsTogether = true
  package private(set) var mustRestart = false
  package let obstacle: ExplorationError?
  let results: UnsafeMutablePointer<Result>
  package let locations = LocationTable()
  var loopFinder: LoopFinder?
  /// Whether operations have the lines at which a drawing shows them in place of their code's addresses.
  private var isDrawn = false
  /// Whether executions that differ only in which thread does what are visited once.
  var hasAlikeThreads = false
  /// The number of roles, which the threads have in turn.
  private(set) var roleCount = 1
  /// What the threads do between their operations, as the last exploration has shown.
  var courses = Courses()
  /// Where the memory of the next executions is.
  var arrangement = Arrangement.first
  /// The memory orders of the atomic operations; `nil` for those in the source.
  private var orders: SiteOrders?
  /// The address of the owner of an execution.
  private let owner: UnsafeMutablePointer<UnsafeMutablePointer<Owner>>
  /// Those inside of the threads' results, for each thread ``addressLimit``.
  let addresses: UnsafeMutablePointer<Address>
  private let fresh: () -> Owner
  private let body: Body

  /// - Parameters:
  ///   - fresh: Makes the owner of an execution.
  ///   - access: What a thread does with the owner, given its number.
  package convenience init(
    threads: Int, fresh: @escaping () -> Owner, access: @escaping (borrowing Owner, Int) throws -> Value?
  ) {
    self.init(threads: threads, fresh: fresh, access: access, isWhole: nil, looksInside: true)
  }

  convenience init(_ subject: Subject<Owner, Value>, threads: Int) {
    self.init(
      threads: threads, fresh: subject.fresh, access: subject.access, isWhole: subject.isWhole,
      looksInside: subject.looksInside)
    roleCount = subject.roles.count
    if subject.hasAlikeThreads { takeThreadsForAlike() }
    ch_set_time_limits(ch_time_limits(subject.timeouts))
  }

  private init(
    threads: Int, fresh: @escaping () -> Owner, access: @escaping (borrowing Owner, Int) throws -> Value?,
    isWhole: ((Value) -> Bool)?, looksInside: Bool
  ) {
    threadCount = threads
    self.fresh = fresh
    obstacle = ch_begin(Int32(threads)).map { _ in .noStack(byteCount: Int(ch_stack_bytes)) }
    results = .allocate(capacity: threads)
    addresses = .allocate(capacity: threads * Self.addressLimit)
    owner = .allocate(capacity: 1)
    ch_keep_for_check(results, threads * MemoryLayout<Result>.stride)
    ch_keep_for_check(addresses, threads * Self.addressLimit * MemoryLayout<Address>.stride)
    ch_keep_for_check(owner, MemoryLayout<UnsafeMutablePointer<Owner>>.stride)
    let (owner, addresses) = (owner, addresses)
    body = Body { memory in
      let result = memory.assumingMemoryBound(to: Result.self)
      let thread = result.pointee.thread
      ch_begin_thread(Int32(thread))
      // The thread keeps what it has got until the end of the execution.
      do { result.pointee.value = try access(owner.pointee.pointee, thread) } catch { result.pointee.error = error }
      if looksInside { Self.look(into: result, addresses + thread * Self.addressLimit) }
      if let isWhole, let value = result.pointee.value { result.pointee.isWhole = isWhole(value) }
      ch_finish_thread()
    }
  }

  deinit {
    ch_end()
    results.deallocate()
    addresses.deallocate()
    // What the executions have left began again with each of them, so there is nothing to release.
    owner.deallocate()
  }

  /// Runs each role outside of any execution, so that the caches of the runtime and the libraries are filled.
  ///
  /// - Returns: The number of instrumented functions that were called.
  package func rehearse() -> Int {
    let owners = UnsafeMutablePointer<Owner>.allocate(capacity: 2)
    let (function, context) = body.words
    ch_enter_rehearsal()
    for round in 0..<2 {
      (owners + round).initialize(to: fresh())
      owner.initialize(to: owners + round)
      // In both directions, because one role may wait for another.
      for thread in round == 0 ? Array(0..<threadCount) : (0..<threadCount).reversed() {
        (results + thread).initialize(to: Result(thread: thread))
        // What blocks would block again.
        if !ch_rehearse(function, context, results + thread) { return ch_leave_rehearsal() }
      }
    }
    return ch_leave_rehearsal()
  }

  /// Whether the accesses that were explored were too few, so that what was seen means nothing.
  package var mustBeginAgain: Bool { ch_has_grown() }

  /// Requires another exploration if an answer in an execution depends on an order of counting that is no operation.
  package func requireCounts(in graph: ExecutionGraph) {
    if case .mustCount(let object, let step) = Lifetimes(graph).verdict(hasFailed: false) {
      ch_count_by_operations(object.address, step.note.code)
    }
  }

  /// What the threads have done that no model covers, if anything.
  package var refusal: String? { ch_refusal().map { String(cString: $0) } }

  /// The first word of each thread's instance behind its header; 0 for `nil`.
  package var contents: [UInt] {
    (0..<threadCount).map { thread in
      UnsafePointer<UInt>(bitPattern: results[thread].instance).map { $0[2] } ?? 0
    }
  }

  // MARK: - Program

  /// Begins an exploration, with the accesses that are known to conflict.
  ///
  /// - Parameter orders: The memory orders of the atomic operations; `nil` for those in the source.
  func begin(with orders: SiteOrders? = nil) {
    // What is known of loops holds as long as the same accesses are events, with the same orders.
    if loopFinder == nil || ch_has_grown() || orders !== self.orders {
      loopFinder = LoopFinder(self, open: OpenLoops())
    }
    self.orders = orders
    locations.begin()
  }

  package func isGuess(_ operation: Operation) -> Bool { loopFinder?.open.isGuess(operation) ?? false }

  package func initialValue(of location: Int) -> UInt { locations.initialValue(of: location) }

  package func restart(_ thread: Int) { preconditionFailure("threads of real code restart together") }

  package func restartAll() {
    mustRestart = false
    ch_reset()
    for thread in 0..<threadCount {
      (results + thread).initialize(to: Result(thread: thread))
      loopFinder?.restart(thread)
    }
    // What is written in the setup is put back. So no memory that the check itself may free is written there, because its own
    // code is instrumented, too, if the flags are on the command line.
    ch_enter_setup()
    // The runtime must not make metadata here, which would be memory of this execution.
    let made = ch_allocate(MemoryLayout<Owner>.size).assumingMemoryBound(to: Owner.self)
    made.initialize(to: fresh())
    owner.initialize(to: made)
    let (function, context) = body.words
    for thread in 0..<threadCount { ch_start(Int32(thread), function, context, results + thread) }
    ch_leave_setup()
  }

  package func requireRestart() { mustRestart = true }

  package func stack(of thread: Int) -> UnsafeBufferPointer<UInt> {
    var count = 0
    let words = ch_stack(Int32(thread), &count)
    return UnsafeBufferPointer(start: words, count: count)
  }

  package func advance(_ thread: Int, with value: UInt) -> Action {
    let step = resume(thread, with: value, isRepeated: false)
    let action = loopFinder?.step(step, of: thread, after: value) ?? step
    guard isDrawn, case .operation(var operation) = action else { return action }
    let isMemory = operation.kind == .fence || Int(operation.location) < locations.rangeCount
    operation.sourceLine = line(of: operation.sourceLine, in: thread, isExact: isMemory).word
    return .operation(operation)
  }

  /// Returns the line of code for which a thread has stopped last, in a replay for a drawing.
  func line(of code: UInt, in thread: Int, isExact: Bool = false) -> SourceLine {
    var count = 0
    let callers = UnsafeBufferPointer(start: ch_callers(Int32(thread), &count), count: count)
    return UserLines.line(of: code, calledBy: callers, isExact: isExact)
  }

  /// Replays a schedule for a drawing: the operations have the words of their lines.
  func drawn(_ schedule: Schedule) throws(ReplayError) -> Replay {
    isDrawn = true
    ch_note_callers(true)
    defer {
      isDrawn = false
      ch_note_callers(false)
    }
    return try Replay(self, schedule)
  }

  package func resume(_ thread: Int, with value: UInt, isRepeated: Bool) -> Action {
    let asked = ch_resume(Int32(thread), ch_reversed(value), isRepeated)
    switch asked.kind {
    case ch_finished: return .finished
    case ch_failed: return .failed(asked.value)
    default:
      var operation = Operation(asked, at: locations.number(of: asked))
      operation.value = ch_reversed(ch_without_leaps(operation.value))
      operation.expected = ch_reversed(ch_without_leaps(operation.expected))
      orders?.apply(to: &operation)
      return .operation(operation)
    }
  }
}

// MARK: - The end of an execution

extension InstrumentedProgram where Owner: ~Copyable {
  /// Calls a function that sees the owner and all memory as they are once the threads of an execution have ended.
  ///
  /// - Returns: `nil` if it traps, or would wait: what a data race has torn may be no value at all.
  func afterAll<Answer>(of graph: ExecutionGraph, _ judge: @escaping (borrowing Owner) -> Answer) -> Answer? {
    let values = (0..<graph.locationCount).lazy.compactMap { location in
      graph.finalValue(of: location).map { (key: location, value: $0) }
    }
    return after(values, judge)
  }

  /// Does so with the values that locations have in the end.
  func after<Answer>(
    _ values: some Sequence<(key: Int, value: UInt)>, _ judge: @escaping (borrowing Owner) -> Answer
  ) -> Answer? {
    mustRestart = true
    for (location, value) in values { locations.put(value, at: location) }
    var answer: Answer?
    let body = Body { memory in
      answer = judge(memory.assumingMemoryBound(to: UnsafeMutablePointer<Owner>.self).pointee.pointee)
    }
    let (function, context) = body.words
    return withExtendedLifetime(body) { ch_judge(function, context, owner) } ? answer : nil
  }

  /// The address of the owner, if it is an object.
  var ownerAddress: UInt? {
    let type = unsafeBitCast(Owner.self, to: Any.Type.self)
    return type is AnyClass ? UnsafeRawPointer(owner.pointee).load(as: UInt.self) : nil
  }
}

extension ch_time_limits {
  /// - Parameter timeouts: `nil` for once in each line of a thread.
  fileprivate init(_ timeouts: Timeouts?) {
    self =
      switch timeouts {
      case nil: ch_once_in_each_line
      case .whenStuck: ch_never
      case .anyTime: ch_at_any_time
      }
  }
}
