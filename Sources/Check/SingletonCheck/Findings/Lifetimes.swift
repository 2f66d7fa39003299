import CSingletonHooks
import SingletonModelChecker
import SingletonStrategyChecker

/// An object whose count can be 0 before a thread uses it, or memory that can be free before.
struct EarlyEnd {
  let object: UInt
  let isMemory: Bool
  let release: Lifetimes.Step
  let use: Lifetimes.Step
  let events: [EventID]
}

/// The lives of the objects of one execution.
///
/// Counting is no operation of the exploration: the order in which threads count the references to an object is left
/// open, and each execution stands for all of these orders. An object ends too early if in one of them its count is 0
/// while a step of a thread with it is still to come. Such an order exists exactly if there is a set of steps that
/// contains with each step all that must precede it (the earlier steps of its thread, and what the operations between
/// them depend on), in which the count is 0 and outside of which is a step with the object.
struct Lifetimes {
  /// A note, with its thread and the number of the thread's events before it.
  struct Step {
    let note: ch_note
    let thread: Int
    /// If the step is itself an operation, its event is among these.
    let events: Int
    /// The number of the thread's events before this one, if the step is one.
    let start: Int

    /// The references that the step adds.
    var change: Int {
      switch note.kind {
      case ch_note_begin, ch_note_retain, ch_note_try: Int(note.count)
      case ch_note_release: -Int(note.count)
      default: 0
      }
    }

    /// Whether the runtime has answered that the object is alive, in the order in which the threads have run.
    var isAnsweredByRun: Bool { note.kind == ch_note_try && !note.is_operation }
  }

  enum Verdict {
    case fine
    case endsEarly(EarlyEnd)
    case undecided(Undecided)
    /// The code asks whether a shared object has one reference, and the answer depends on the order of counting.
    case question(Undecided, Step)
    /// Whether a weak or an unowned reference finds the object alive, at this step, depends on the order of counting.
    case mustCount(object: UInt, Step)
    /// The limits of the check were reached.
    case limited
  }

  private let graph: ExecutionGraph
  /// The steps with each object, by thread. An object is named as in its notes.
  private var steps: [UInt: [[Step]]] = [:]

  init(_ graph: ExecutionGraph) {
    self.graph = graph
    for thread in 0..<graph.threadCount {
      let ends = eventCounts(of: thread)
      // What a deinit does with its own object is part of the end.
      for note in Self.notes(of: thread) where note.ending != note.object {
        let number = Int(note.operations)
        let events = number < ends.count ? ends[number] : graph.count(of: thread)
        let start = note.is_operation && number <= ends.count ? ends[number - 1] : events
        let step = Step(note: note, thread: thread, events: events, start: start)
        steps[note.object, default: Array(repeating: [], count: graph.threadCount)][thread].append(step)
      }
    }
  }

  static func notes(of thread: Int) -> UnsafeBufferPointer<ch_note> {
    var count = 0
    let first = ch_notes(Int32(thread), &count)
    return UnsafeBufferPointer(start: first, count: count)
  }

  /// Whether a thread has asked, before an event, whether an object has one reference. It may then take the object to be its
  /// own, and counting, which is no operation, orders it after the object's earlier users.
  func hasQuestion(before event: EventID) -> Bool {
    steps.values.joined().joined().contains { step in
      step.note.kind == ch_note_look && step.thread == event.thread && step.events <= event.index
    }
  }

  /// The references to an object before the threads began; 0 if a thread has made it.
  private func initial(_ lanes: [[Step]]) -> Int {
    let counted = lanes.joined().filter { $0.change != 0 }
    return counted.min { $0.note.serial < $1.note.serial }.map { Int($0.note.references) } ?? 0
  }

  /// Returns, for each number of operations of a thread, the number of its events.
  private func eventCounts(of thread: Int) -> [Int] {
    var counts = [0]
    for index in 0..<graph.count(of: thread) {
      let event = graph[EventID(thread: thread, index: index)]
      // The two halves of an update are one operation.
      if event.isUpdate && event.kind == .write { counts[counts.count - 1] += 1 } else { counts.append(index + 1) }
    }
    return counts
  }

  /// - Parameter hasFailed: Whether a thread has stopped the process. It then stands within code of the check or of the
  ///   runtime, which may hold references that nothing has noted.
  /// - Parameter limits: The limits at which the search for such an order ends.
  func verdict(hasFailed: Bool, limits: CheckLimits = CheckLimits()) -> Verdict {
    do throws(LimitReached) { return try judge(hasFailed: hasFailed, limits) } catch { return .limited }
  }

  private func judge(hasFailed: Bool, _ limits: CheckLimits) throws(LimitReached) -> Verdict {
    for (object, lanes) in steps where lanes.contains(where: { !$0.isEmpty }) {
      if let reason = unknownCount(of: object, lanes) {
        if hasFailed { continue }
        return .undecided(reason)
      }
      if let verdict = try verdict(on: object, lanes, limits) { return verdict }
      // The order in which the threads have run is one of those that are possible, and the only one for what one alone has.
      if let end = lateUse(of: object, lanes) { return end }
    }
    return .fine
  }

  /// Judges the orders in which several threads can have counted the references to an object. Returns `nil` if none is wrong.
  private func verdict(on object: UInt, _ lanes: [[Step]], _ limits: CheckLimits) throws(LimitReached) -> Verdict? {
    // An object that no thread releases does not end.
    guard lanes.joined().contains(where: { $0.change < 0 || $0.note.kind == ch_note_look }) else { return nil }
    guard lanes.count(where: { !$0.isEmpty }) > 1 else { return nil }
    if let look = lanes.joined().first(where: { $0.note.kind == ch_note_look }), !isOrdered(look, lanes) {
      return .question(Undecided("a question whether a shared object has one reference", at: look.note.code), look)
    }
    let ends = { (isConcerned: @escaping (Step) -> Bool) throws(LimitReached) -> EarlyEnd? in
      var search = EarlyEndSearch(self, object, lanes, isConcerned, limits)
      return try search.run(from: initial(lanes))
    }
    if lanes.joined().contains(where: \.isAnsweredByRun), let end = try ends(\.isAnsweredByRun) {
      return .mustCount(object: object, end.use)
    }
    return try ends({ _ in true }).map(Verdict.endsEarly)
  }

  /// Returns the use of what was freed before, in the order in which the threads have run, if there is one.
  private func lateUse(of object: UInt, _ lanes: [[Step]]) -> Verdict? {
    guard lanes.joined().contains(where: \.note.is_late) else { return nil }
    let steps = lanes.joined().sorted { $0.note.serial < $1.note.serial }
    let use = steps.firstIndex(where: \.note.is_late)!
    guard let release = steps[..<use].last(where: { $0.note.kind == ch_note_release }) else {
      return .undecided(Undecided("memory that is used after its end", at: steps[use].note.code))
    }
    let events = [release, steps[use]].compactMap { step in
      step.events > 0 ? EventID(thread: step.thread, index: step.events - 1) : nil
    }
    return .endsEarly(
      EarlyEnd(
        object: object, isMemory: ch_is_memory(object.address), release: release, use: steps[use], events: events))
  }

  /// Whether the notes are all that has counted, as far as the runtime's count tells.
  private func unknownCount(of object: UInt, _ lanes: [[Step]]) -> Undecided? {
    let counted = lanes.joined().filter { $0.change != 0 }
    // Nothing tells the references to what was in this memory before.
    guard !counted.isEmpty, ch_life(object.address) == object else { return nil }
    // In the order in which the threads have run, nothing is counted once the object has ended.
    let alive = counted.filter { $0.note.references > 0 || $0.note.kind == ch_note_begin }
    let noted = alive.reduce(initial(lanes)) { $0 + $1.change }
    guard noted != ch_references(object.address) else { return nil }
    return Undecided("references that were counted by code that is not instrumented", at: counted[0].note.code)
  }

  /// Whether each count by another thread comes before or after a question about the count, in every order.
  private func isOrdered(_ look: Step, _ lanes: [[Step]]) -> Bool {
    lanes.joined().allSatisfy { step in
      step.thread == look.thread || step.change == 0 || precedes(step, look) || precedes(look, step)
    }
  }

  /// Whether a step comes before one of another thread in every order: an event after the one precedes an event before
  /// the other.
  private func precedes(_ a: Step, _ b: Step) -> Bool {
    guard b.events > 0, a.start < graph.count(of: a.thread) else { return false }
    return graph.count(of: a.thread, before: EventID(thread: b.thread, index: b.events - 1)) > a.start
  }

  /// Whether the first of a thread's steps must precede a step of another thread, in every order.
  func mustPrecede(_ steps: ArraySlice<Step>, _ step: Step) -> Bool {
    precedes(steps.first!, step) || isEnd(step, after: steps)
  }

  /// Whether a step is part of the end of another object, of which these steps are releases that came before.
  private func isEnd(_ step: Step, after steps: ArraySlice<Step>) -> Bool {
    guard step.note.ending != 0, let lanes = self.steps[step.note.ending], let next = steps.first else { return false }
    // The other thread's releases of the ending object precede its end; so do its earlier steps with this object.
    let isReleased = lanes[next.thread].contains { release in
      release.note.kind == ch_note_release && release.note.serial < step.note.serial
        && release.note.serial > next.note.serial
    }
    // The end of the other object may be part of the end of a third one.
    let cause = lanes[step.thread].last { $0.note.kind == ch_note_release && $0.note.serial < step.note.serial }
    return isReleased || cause.map { isEnd($0, after: steps) } ?? false
  }
}

extension UInt {
  /// The address of an object that is named as in its notes.
  var address: UInt { self & (1 << 56 - 1) }
}
