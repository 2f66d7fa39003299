/// The use that an exploration makes of alike threads.
enum Reduction {
  /// None: each execution is visited.
  case none
  /// Each execution is visited, but only one of those that are permutations of one another is reported.
  case counting
  /// The events of alike threads are kept in order, so that one execution of those that are permutations of one another
  /// is visited.
  case ordering
}

/// Symmetry reduction: of the executions that are permutations of one another, the exploration visits the one in which
/// alike threads are in order.
///
/// A thread is compared with its twin, the previous of the threads like it, event by event up to the first difference.
/// Reads of the same write that fail alike, fences, and accesses to locations of the threads' own are equal, or tied. Otherwise, the
/// twin's write, or the write that it reads from, must precede the thread's in coherence order. So any two alike threads
/// compare, and if they are tied to the end, exchanging them does not change the graph. Hence each execution has exactly
/// one permutation that is in order.
///
/// That alike threads are in order is one more axiom. The exploration visits each graph that satisfies all axioms once,
/// because the new one has the properties that the proof of that demands:
/// - An event that is added maximally, which reads from the latest write or becomes it, breaks no order.
/// - If a graph is in order, so is what a revisit leaves of it. For this, an event whose thread is tied before it depends on
///   its twin's event: a revisit that keeps the one keeps the other (`Event.revisitPrefix`). The scheduler adds the twin's
///   event first, because its thread has the lower number.
/// - No event depends on itself. If a cycle leads from the twin's event t to an event e, it enters t's thread by a read. If
///   that one is tied, the cycle can lead to e's thread at once. Otherwise, it is t, which reads from a write w that is
///   earlier than the one that e reads from, and w depends on e: this is a cycle of program order, reads-from, and
///   coherence order. TSO and SC have none. RC11 has; where one appears, which ``contradicts(_:)`` detects, the
///   exploration starts over, and visits all permutations.
///
/// Source: Kokologiannakis, Marmanis, Vafeiadis, SPORE: Combining Symmetry and Partial Order Reduction, PLDI 2024.
extension ExecutionGraph {
  /// Returns the event of the twin that must not come after `id` in the order of alike threads; `none` if the threads
  /// have differed before. The event need not be in the graph yet.
  @inline(__always)
  func twin(of id: EventID) -> EventID {
    guard reduction == .ordering, alikeness.twins[id.thread] >= 0, isTied(before: id) else { return .none }
    let twin = EventID(thread: alikeness.twins[id.thread], index: id.index)
    if twin.index < count(of: twin.thread) { return twin }
    hasUnlikeThreads = true
    return .none
  }

  private func isTied(before id: EventID) -> Bool {
    if id.index > 0 { return at(EventID(thread: id.thread, index: id.index - 1)).pointee.isTied }
    return isTiedThroughout(alikeness.earlier[id.thread])
  }

  /// Returns whether a thread, and those of its party before it, equal their twins; true if there is no such thread.
  private func isTiedThroughout(_ thread: Int) -> Bool {
    if thread < 0 { return true }
    if count(of: thread) > 0 { return last(of: thread).pointee.isTied }
    return isTiedThroughout(alikeness.earlier[thread])
  }

  /// Returns the events that the next event of a thread keeps if it revisits a read.
  func revisitPrefix(ofNext thread: Int) -> VectorClock {
    var prefix = last(of: thread).pointee.revisitPrefix
    let twin = twin(of: EventID(thread: thread, index: count(of: thread)))
    if twin.isEvent { prefix.join(dependencies(on: twin)) }
    return prefix
  }

  /// Returns what an event depends on that follows `twin`. Of an update, a revisit keeps both halves or none.
  private func dependencies(on twin: EventID) -> VectorClock {
    let isFirstHalf = at(twin).pointee.isUpdate && at(twin).pointee.kind == .read
    return at(EventID(thread: twin.thread, index: isFirstHalf ? twin.index + 1 : twin.index)).pointee.revisitPrefix
  }

  /// Makes an event that is about to be added follow its twin.
  @inline(__always)
  func follow(_ twin: EventID, _ event: inout Event, _ id: EventID) {
    guard twin.isEvent else { return }
    event.revisitPrefix.join(dependencies(on: twin))
    let comparison = compare(at(twin).pointee, twin, event, id)
    event.isTied = comparison == .tied
    if comparison == .unlike { hasUnlikeThreads = true }
  }

  /// Ends the tie of a thread whose last read has timed out, or not, unlike its twin's.
  func untie(_ thread: Int) {
    guard last(of: thread).pointee.isTied else { return }
    let twin = at(EventID(thread: alikeness.twins[thread], index: count(of: thread) - 1))
    last(of: thread).pointee.isTied = twin.pointee.waiting == last(of: thread).pointee.waiting
  }

  /// Returns the least rank that the next event of a thread, or a read that is about to be revisited, may have or read
  /// from if it is not to precede its twin.
  @inline(__always)
  func orderBound(of id: EventID, at location: Int) -> Int {
    let twin = twin(of: id)
    return twin.isEvent && at(twin).pointee.location == location ? seenRank(at(twin)) : 0
  }
}

// MARK: - Comparing alike threads

extension ExecutionGraph {
  enum Comparison { case tied, inOrder, outOfOrder, unlike }

  /// Compares two events of alike threads that are tied up to the events before.
  private func compare(_ a: Event, _ first: EventID, _ b: Event, _ second: EventID) -> Comparison {
    guard a.operation.isAlike(b.operation), a.kind == b.kind else { return .unlike }
    if a.kind == .fence { return .tied }
    if a.location != b.location { return compareOwn(a, first, b, second) }
    if a.kind == .write { return a.rank < b.rank ? .inOrder : .outOfOrder }
    if a.readsFrom != b.readsFrom { return rank(a.readsFrom) < rank(b.readsFrom) ? .inOrder : .outOfOrder }
    if a.hasFailed != b.hasFailed { return compareFailures(a, b) }
    if a.waiting == b.waiting { return .tied }
    return a.waiting == .timedOut ? .inOrder : .outOfOrder
  }

  /// Compares two accesses of alike threads to locations of their own. They are tied as long as only the threads
  /// themselves have written to these.
  private func compareOwn(_ a: Event, _ first: EventID, _ b: Event, _ second: EventID) -> Comparison {
    if a.kind == .write { return .tied }
    if a.readsFrom == .initial && b.readsFrom == .initial { return compareFailures(a, b) }
    let isOwn = a.readsFrom.isEvent && a.readsFrom.thread == first.thread
    let same = EventID(thread: second.thread, index: a.readsFrom.index)
    return isOwn && b.readsFrom == same ? compareFailures(a, b) : .unlike
  }

  /// Compares two reads of alike values: a weak compare-exchange that fails precedes one that writes.
  private func compareFailures(_ a: Event, _ b: Event) -> Comparison {
    a.hasFailed == b.hasFailed ? .tied : a.hasFailed ? .inOrder : .outOfOrder
  }

  /// Whether the alike threads are in order, in a graph in which no thread can take another step.
  var isInOrder: Bool {
    (0..<threadCount).allSatisfy { thread in
      guard alikeness.twins[thread] >= 0, !differs(alikeness.earlier[thread]) else { return true }
      return standing(thread) != .outOfOrder
    }
  }

  /// The number of executions that are permutations of this one, which is in order and in which no thread can take
  /// another step.
  package var permutationCount: UInt64 {
    guard reduction != .none else { return 1 }
    return alikeness.groups.reduce(1) { product, group in
      // Exchanging tied parties changes nothing; they are next to each other.
      var (count, tied): (UInt64, UInt64) = (product, 1)
      for (number, party) in group.enumerated().dropFirst() {
        tied = differs(party[party.count - 1]) ? 1 : tied + 1
        count = count * UInt64(number + 1) / tied
      }
      return count
    }
  }

  private func differs(_ thread: Int) -> Bool {
    thread >= 0 && (standing(thread) != .tied || differs(alikeness.earlier[thread]))
  }

  /// Compares a thread with its twin, up to the first difference.
  private func standing(_ thread: Int) -> Comparison {
    let other = alikeness.twins[thread]
    for index in 0..<min(count(of: thread), count(of: other)) {
      let (twin, id) = (EventID(thread: other, index: index), EventID(thread: thread, index: index))
      let comparison = compare(self[twin], twin, self[id], id)
      if comparison == .unlike { hasUnlikeThreads = true }
      if comparison != .tied { return comparison }
    }
    if count(of: thread) != count(of: other) { hasUnlikeThreads = true }
    return .tied
  }
}

extension Operation {
  /// Returns whether alike threads may do these operations at the same place. Values and locations may be named after the
  /// threads.
  fileprivate func isAlike(_ other: Operation) -> Bool {
    kind == other.kind && order == other.order && failureOrder == other.failureOrder && update == other.update
      && condition == other.condition && canTimeOut == other.canTimeOut && tag == other.tag
      && sourceLine == other.sourceLine
  }
}

// MARK: - Coherence against causality

extension ExecutionGraph {
  /// Returns whether the write is on a cycle of program order, reads-from, and coherence order.
  func contradicts(_ id: EventID) -> Bool {
    let next = at(id).pointee.moNext
    guard next.isEvent else { return false }
    var past = at(id).pointee.prefix
    var seen = VectorClock()
    while past != seen {
      let before = seen
      seen = past
      for thread in 0..<threadCount {
        for index in before[thread]..<seen[thread] {
          let event = at(EventID(thread: thread, index: index))
          guard event.pointee.kind == .write, event.pointee.moPrevious.isEvent else { continue }
          past.join(at(event.pointee.moPrevious).pointee.prefix)
        }
      }
    }
    return past.contains(next)
  }
}
