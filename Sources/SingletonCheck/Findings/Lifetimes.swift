import CSingletonHooks
import SingletonModelChecker

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
    case question(Undecided)
    /// Whether a weak or an unowned reference finds the object alive, at this step, depends on the order of counting.
    case mustCount(object: UInt, Step)
  }

  private let graph: ExecutionGraph
  /// The steps with each object, by thread.
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
  func verdict(hasFailed: Bool) -> Verdict {
    for (object, lanes) in steps where lanes.contains(where: { !$0.isEmpty }) {
      if let reason = unknownCount(of: object, lanes) {
        if hasFailed { continue }
        return .undecided(reason)
      }
      // Nothing that nobody releases ends. Each release of an object by a thread alone was needed, but memory can be freed
      // too early by a thread alone.
      guard lanes.joined().contains(where: { $0.change < 0 || $0.note.kind == ch_note_look }) else { continue }
      guard ch_is_memory(object) || lanes.count(where: { !$0.isEmpty }) > 1 else { continue }
      if let look = lanes.joined().first(where: { $0.note.kind == ch_note_look }), !isOrdered(look, lanes) {
        return .question(Undecided("a question whether a shared object has one reference", at: look.note.code))
      }
      if lanes.joined().contains(where: \.isAnsweredByRun),
        let end = earlyEnd(of: object, lanes, before: \.isAnsweredByRun)
      {
        return .mustCount(object: object, end.use)
      }
      if let end = earlyEnd(of: object, lanes) { return .endsEarly(end) }
    }
    return .fine
  }

  /// Whether the notes are all that has counted, as far as the runtime's count tells.
  private func unknownCount(of object: UInt, _ lanes: [[Step]]) -> Undecided? {
    let counted = lanes.joined().filter { $0.change != 0 }
    guard !counted.isEmpty else { return nil }
    // In the order in which the threads have run, nothing is counted once the object has ended.
    let alive = counted.filter { $0.note.references > 0 || $0.note.kind == ch_note_begin }
    let noted = alive.reduce(initial(lanes)) { $0 + $1.change }
    guard noted != ch_references(object) else { return nil }
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

  // MARK: - Orders in which an object ends early

  /// - Parameter isConcerned: Whether a step that comes after the end makes it too early.
  private func earlyEnd(
    of object: UInt, _ lanes: [[Step]], before isConcerned: (Step) -> Bool = { _ in true }
  ) -> EarlyEnd? {
    // The least that this thread and the later ones can add, whatever the others have done.
    var least = [0]
    for lane in lanes.reversed() {
      var (count, leastOfLane) = (0, 0)
      for step in lane {
        count += step.change
        leastOfLane = min(leastOfLane, count)
      }
      least.append(least.last! + leastOfLane)
    }
    least.reverse()
    var position = Array(repeating: 0, count: lanes.count)
    return search(object, lanes, &position, from: 0, initial(lanes), least, isConcerned)
  }

  /// Tries the numbers of steps of each thread with which the count can still be 0.
  private func search(
    _ object: UInt, _ lanes: [[Step]], _ position: inout [Int], from thread: Int, _ count: Int, _ least: [Int],
    _ isConcerned: (Step) -> Bool
  ) -> EarlyEnd? {
    if count + least[thread] > 0 { return nil }
    if thread == lanes.count { return end(object, lanes, position, isConcerned) }
    var sum = count
    for taken in 0...lanes[thread].count {
      if taken > 0 { sum += lanes[thread][taken - 1].change }
      position[thread] = taken
      guard (0..<thread).allSatisfy({ isClosed(lanes, position, $0, thread) && isClosed(lanes, position, thread, $0) })
      else { continue }
      if let found = search(object, lanes, &position, from: thread + 1, sum, least, isConcerned) { return found }
    }
    return nil
  }

  /// Whether nothing that one thread has not taken must precede something that the other one has.
  private func isClosed(_ lanes: [[Step]], _ position: [Int], _ thread: Int, _ other: Int) -> Bool {
    guard position[thread] > 0, position[other] < lanes[other].count else { return true }
    let last = lanes[thread][position[thread] - 1]
    let left = lanes[other][position[other]...]
    return !precedes(left.first!, last) && !mustPrecede(left, last)
  }

  /// Whether the last step is part of the end of another object, of which these steps are releases that came before.
  private func mustPrecede(_ steps: ArraySlice<Step>, _ last: Step) -> Bool {
    guard last.note.ending != 0, let lanes = self.steps[last.note.ending], let next = steps.first else { return false }
    // The other thread's releases of the ending object precede its end; so do its earlier steps with this object.
    return lanes[next.thread].contains { release in
      release.note.kind == ch_note_release && release.note.serial < last.note.serial
        && release.note.serial > next.note.serial
    }
  }

  private func end(
    _ object: UInt, _ lanes: [[Step]], _ position: [Int], _ isConcerned: (Step) -> Bool
  ) -> EarlyEnd? {
    let taken = lanes.enumerated().flatMap { $1.prefix(position[$0]) }
    let left = lanes.enumerated().flatMap { $1.dropFirst(position[$0]) }
    // An object that does not exist yet has no end.
    let isMade = lanes.joined().contains { $0.note.kind == ch_note_begin }
    guard !isMade || taken.contains(where: { $0.note.kind == ch_note_begin }) else { return nil }
    guard let release = taken.last(where: { $0.note.kind == ch_note_release }), let use = left.first(where: isConcerned)
    else { return nil }
    let events = [release, use].compactMap { step in
      step.events > 0 ? EventID(thread: step.thread, index: step.events - 1) : nil
    }
    return EarlyEnd(object: object, isMemory: ch_is_memory(object), release: release, use: use, events: events)
  }
}
