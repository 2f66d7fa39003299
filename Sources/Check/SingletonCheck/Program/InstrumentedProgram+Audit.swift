import CSingletonHooks
import SingletonMemoryModels
import SingletonModelChecker
import SingletonPlatform
import SingletonStrategyChecker

/// The result of an audit.
enum Audit: Equatable {
  /// Every access was announced, in the executions that were audited.
  case passed
  /// A function has accessed a variable, or memory of another thread, without an announcement.
  case failed(Unannounced)
  /// This processor or this program has no means for it.
  case unavailable
}

extension InstrumentedProgram where Owner: ~Copyable {
  /// Looks for accesses that no hook announces, in executions in which each thread does everything that it does in any: first
  /// one thread after the other, in both directions, and a step of each in turn. They run in a copy of this process, because memory becomes inaccessible.
  ///
  /// - Parameter model: The model under which each execution is audited if code without announcements uses memory that may
  ///   be free; `nil` for none.
  func audit(under model: MemoryModel? = nil) -> Audit {
    // Some of these executions were not visited. Whether their loops end is found out here, where an access is cheap.
    if hasAlikeThreads { runInEachOrder() }
    let ofThreads = inCopy {
      guard ch_begin_audit() else { return "" }
      ch_watch(true)
      runEachCourse()
      if let model, ch_has_used_freed(), unannounced == nil, !keepsWhatItUses(under: model) { ch_take_for_late_use() }
      return unannounced?.text ?? Self.nothing
    }
    return ofThreads == .passed ? auditOfLibraries() : ofThreads
  }

  /// Looks for memory of libraries that the threads change, which no execution begins with anew.
  private func auditOfLibraries() -> Audit {
    inCopy {
      guard ch_begin_heap_audit(true) else { return "" }
      ch_watch(true)
      runEachCourse()
      return unannounced?.text ?? Self.nothing
    }
  }

  /// Whether no thread uses memory, without an announcement, that may be free by then.
  private func keepsWhatItUses(under model: MemoryModel) -> Bool {
    // The copy must answer in time.
    let limits = CheckLimits(deadline: monotonicNanoseconds() + 4_000_000_000, now: monotonicNanoseconds)
    let findings = AccessFindings(self, promising: .none { _ in [] }, limits: limits, mostIdleRuns: { _ in nil })
    begin()
    let isComplete = try? Explorer(self, under: model, visitor: findings).run()
    return isComplete == true && findings.earlyEnd == nil && findings.obstacle == nil
  }

  /// Looks for writes to memory from before the check that no hook announces, in first executions: what the rehearsal has made
  /// would not be made again. One thread runs after the other, and one of each role is the first in turn. Each execution runs in
  /// a copy of this process.
  ///
  /// - Returns: Also what these executions do, each `nil` if it has ended its copy, as a trap does.
  func auditOfFirst() -> (Audit, traces: [String?]) {
    let found = firstThreads.map(auditedTrace)
    return (found.map(\.0).first { $0 != .passed } ?? .passed, found.map(\.trace))
  }

  /// Whether executions do not do what first ones have done.
  func differ(from traces: [String?]) -> Bool {
    zip(firstThreads, traces).contains { first, trace in
      auditedTrace(beginningWith: first).trace != trace
    }
  }

  /// One thread of each role.
  private var firstThreads: Range<Int> { 0..<min(roleCount, threadCount) }

  private func auditedTrace(beginningWith first: Int) -> (Audit, trace: String?) {
    let text = textOfCopy {
      let isAudited = ch_begin_heap_audit(false)
      ch_watch(true)
      return trace(beginningWith: first) + "\n" + (isAudited ? unannounced?.text ?? Self.nothing : "")
    }
    let parts = text?.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init) ?? []
    return (audit(of: parts.last), parts.first)
  }

  /// Runs one thread after the other, before an exploration. Returns a digest of what they do, and their results.
  private func trace(beginningWith first: Int) -> String {
    // Accesses that an earlier execution has found to be shared would be operations here, and change the order of the threads.
    arrange(.first)
    locations.begin()
    _ = ch_take_trace()
    var run = SequentialRun(self)
    finish(&run, choosing: { ready, _ in ready.first { $0 >= first } ?? ready.first })
    let trace = ch_take_trace()
    guard run.isComplete else { return "\(trace)" }
    let texts = after(run.values) { [results, threadCount] _ in
      (0..<threadCount).map { thread in results[thread].value.map { "\($0) \(results[thread].instance)" } ?? "nil" }
    }
    return "\(trace) \(Self.withoutAddresses(texts ?? []))"
  }

  /// Returns texts with a number in place of each word that may be an address: it may be another address each time, but equal
  /// words stay equal.
  private static func withoutAddresses(_ texts: [String]) -> String {
    var numbers: [Substring: Int] = [:]
    let words = texts.flatMap { text in
      text.prefix(1_000).split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "." }
    }
    return words.map { word in
      guard word.hasPrefix("0x") || Int(word).map({ $0.magnitude > UInt32.max }) ?? false else { return String(word) }
      let number = numbers[word] ?? numbers.count
      numbers[word] = number
      return "#\(number)"
    }.joined(separator: " ")
  }

  private func inCopy(_ body: () -> String) -> Audit { audit(of: textOfCopy(body)) }

  private func audit(of text: String?) -> Audit {
    if text == Self.nothing { return .passed }
    return text.flatMap(Unannounced.init).map(Audit.failed) ?? .unavailable
  }

  private func textOfCopy(_ body: () -> String) -> String? {
    // Its signals would interrupt the wait for the copy.
    ch_watch(false)
    defer { ch_watch(true) }
    return Subprocess.output(ofCopy: body)
  }

  /// The number of steps after which an audited execution is given up, because a loop may not end in its order.
  private static var mostSteps: Int { 10_000 }

  /// What a copy says that has found no such access. A copy that has failed says nothing.
  private static var nothing: String { "nothing" }

  private var unannounced: Unannounced? {
    let code = ch_audited_code()
    if code == 0 { return nil }
    return Unannounced(
      by: code, of: ch_audited_variable().map { String(cString: $0) }, calledBy: ch_audited_user(),
      kind: ch_audited_kind().map { String(cString: $0) })
  }

  /// What keeps a check from a verdict because the threads have done it, and no model covers it.
  var refused: Undecided? {
    refusal.map { refusal in
      var count = 0
      let callers = UnsafeBufferPointer(start: ch_refusal_callers(&count), count: count)
      return Undecided(refusal, at: ch_refusal_code(), calledBy: callers, isExact: false)
    }
  }

  /// Returns what keeps a check from a verdict if a piece of code does not do again what it did: the line, and what is
  /// likely.
  func differing(at code: UInt) -> Undecided {
    Undecided(
      "what differs from run to run, so an execution cannot be repeated: a value from outside of the check's memory, such"
        + " as a file or an address, which belongs into `fresh` or into a constant", at: code)
  }

  /// Returns what keeps a check from a verdict if a thread, in the execution that was run last, has more operations than can
  /// be explored.
  func unending(_ thread: Int) -> Undecided {
    Undecided(
      "more than \(ExecutionGraph.eventLimit) operations of one thread, such as a loop with several of them in each"
        + " round; wait with one operation, a lock or a semaphore", at: ch_last_code(Int32(thread)))
  }

  private func runEachCourse() {
    runInEachOrder()
    for schedule in courses.schedules where refusal == nil && ch_audited_code() == 0 { _ = try? Replay(self, schedule) }
  }

  private func runInEachOrder() {
    let orders: [(_ ready: [Int], _ last: Int) -> Int?] = [
      { ready, _ in ready.first }, { ready, _ in ready.last },
      { ready, last in ready.first { $0 > last } ?? ready.first },
    ]
    for order in orders where refusal == nil && ch_audited_code() == 0 {
      var run = SequentialRun(self)
      finish(&run, choosing: order)
    }
  }

  /// - Parameter choose: Returns the thread that takes the next step, of those that are ready, given the one that took the last.
  private func finish(_ run: inout SequentialRun, choosing choose: (_ ready: [Int], _ last: Int) -> Int?) {
    var (last, left) = (0, Self.mostSteps)
    while refusal == nil, left > 0, let thread = choose(run.ready, last) {
      run.step(thread)
      (last, left) = (thread, left - 1)
    }
  }
}
